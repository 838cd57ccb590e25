import { useState } from "react";
import { useNavigate } from "react-router";
import type { Profile } from "#contract/account-profile.ts";
import { callJson } from "#web/lib/call.ts";
import { paths } from "#web/lib/paths.ts";
import { Button } from "#web/ui/button.tsx";
import { Notice } from "#web/ui/notice.tsx";
import { toast } from "#web/ui/toast.ts";
import { failureCode, failureText } from "../failure-text.ts";
import { useProfile } from "./use-profile.ts";

/** What the link of a confirmation mail leads to. It is a press, not the visit, that confirms: mail programs look ahead. */
export function ConfirmEmail({ token }: { token: string }) {
  const { profile, takeOver } = useProfile();
  const navigate = useNavigate();
  const [confirming, setConfirming] = useState(false);
  const [failure, setFailure] = useState<unknown>();
  const over = failureCode(failure) === "link_over" || failureCode(failure) === "invalid_input";

  async function confirm() {
    setConfirming(true);
    setFailure(undefined);
    try {
      const next = await callJson<Profile>("POST", "/api/me/email/confirm", { body: { token } });
      await takeOver(next);
      toast({ title: "E-mail Confirmed", description: `${next.email} belongs to your account now.`, tone: "good" });
      await navigate(paths.myTickets({ section: "account" }), { replace: true });
    } catch (error) {
      setFailure(error);
      setConfirming(false);
    }
  }

  return (
    <div className="pinstripe grid justify-items-start gap-4 rounded-lg border border-line bg-panel p-5 sm:p-6">
      <h2 className="display text-display-sm">Confirm your e-mail</h2>
      {over ? (
        <Notice tone="soon" title="This link does not fit">
          It was used before, its 30 minutes are up, or another account asked for it. You are signed in as{" "}
          {profile.username}. Ask for a new link below.
        </Notice>
      ) : (
        <>
          <p className="max-w-[52ch] text-muted">
            {profile.pendingEmail
              ? `One press, and ${profile.pendingEmail} belongs to ${profile.username}. Your other browsers are signed out.`
              : `You are signed in as ${profile.username}, for whom no e-mail is waiting. Was it another account?`}
          </p>
          {failure !== undefined && <Notice tone="bad" title={failureText(failure)} />}
          <Button loading={confirming} onClick={() => void confirm()}>
            Confirm e-mail
          </Button>
        </>
      )}
    </div>
  );
}
