import { useState } from "react";
import { useNavigate } from "#web/lib/router.ts";
import { callApi } from "#web/lib/api.ts";
import { paths } from "#web/lib/paths.ts";
import { Button } from "#web/ui/button.tsx";
import { Callout } from "#web/ui/callout.tsx";
import { toast } from "#web/ui/toast.ts";
import { failureText, isLinkOver } from "../failure-text.ts";
import { useProfile } from "./queries.ts";

/** The target of a confirmation email's link. A press confirms, not the visit: email programs open links in advance. */
export function ConfirmEmail({ token }: { token: string }) {
  const { profile, applyProfile } = useProfile();
  const navigate = useNavigate();
  const [confirming, setConfirming] = useState(false);
  const [failure, setFailure] = useState<unknown>();

  async function confirm() {
    setConfirming(true);
    setFailure(undefined);
    try {
      const next = await callApi("POST /api/me/email/confirm", { body: { token } });
      await applyProfile(next);
      toast({ title: "Email confirmed", description: `${next.email} is now your account email.`, tone: "good" });
      await navigate(paths.myTickets({ section: "account" }), { replace: true });
    } catch (error) {
      setFailure(error);
      setConfirming(false);
    }
  }

  return (
    <div className="pinstripe grid justify-items-start gap-4 rounded-lg border border-line bg-panel p-5 sm:p-6">
      <h2 className="display text-display-sm">Confirm your email</h2>
      {isLinkOver(failure) ? (
        <Callout tone="soon" title="This link isn't valid">
          It was already used, its 30 minutes are up, or it's for another account. You're signed in as{" "}
          {profile.username}. Request a new link below.
        </Callout>
      ) : (
        <>
          <p className="max-w-[52ch] text-muted">
            {profile.pendingEmail
              ? `Confirm ${profile.pendingEmail} for ${profile.username}. This signs you out of your other browsers.`
              : `You're signed in as ${profile.username}, which has no email to confirm. If this link is for another account, sign in to that one first.`}
          </p>
          {failure !== undefined && <Callout tone="bad" title={failureText(failure)} />}
          <Button loading={confirming} onClick={() => void confirm()}>
            Confirm email
          </Button>
        </>
      )}
    </div>
  );
}
