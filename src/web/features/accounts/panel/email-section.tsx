import { useState } from "react";
import type { Profile } from "#contract/account-profile.ts";
import { callJson } from "#web/lib/call.ts";
import { Badge } from "#web/ui/badge.tsx";
import { Button } from "#web/ui/button.tsx";
import { Callout } from "#web/ui/callout.tsx";
import { toast } from "#web/ui/toast.ts";
import { failureText } from "../failure-text.ts";
import { EmailForm } from "./email-form.tsx";
import { PanelSection } from "./panel-section.tsx";
import { useProfile } from "./queries.ts";

export function EmailSection() {
  const { profile, takeOver } = useProfile();
  const [changing, setChanging] = useState(false);
  const [dropping, setDropping] = useState(false);
  const { email, pendingEmail } = profile;

  async function drop() {
    setDropping(true);
    try {
      await takeOver(await callJson<Profile>("DELETE", "/api/me/email/pending"));
    } catch (error) {
      toast({ title: "Couldn't cancel the change", description: failureText(error), tone: "bad" });
    }
    setDropping(false);
  }

  return (
    <PanelSection
      title="Email"
      text="Gets you back in if you forget your password. Orders placed with your confirmed email show up in this account."
    >
      {email && (
        <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <span className="min-w-0 text-lg break-all">{email}</span>
          <Badge tone="good">Confirmed</Badge>
        </p>
      )}
      {pendingEmail && (
        <Callout tone="soon" title={`Confirm ${pendingEmail}`}>
          <p>We emailed you a link. It works once and expires in 30 minutes. Open it in this browser.</p>
          <div className="mt-3 flex flex-wrap gap-3">
            <Button size="sm" variant="outline" onClick={() => setChanging(true)}>
              Send again
            </Button>
            <Button size="sm" variant="quiet" loading={dropping} onClick={() => void drop()}>
              Cancel change
            </Button>
          </div>
        </Callout>
      )}
      {changing || (!email && !pendingEmail) ? (
        <EmailForm
          key={pendingEmail}
          initial={pendingEmail ?? ""}
          asksPassword={profile.hasPassword}
          onSaved={(next) => {
            setChanging(false);
            void takeOver(next);
          }}
          onCancel={email || pendingEmail ? () => setChanging(false) : undefined}
        />
      ) : (
        !pendingEmail && (
          <Button variant="outline" className="justify-self-start" onClick={() => setChanging(true)}>
            Change email
          </Button>
        )
      )}
    </PanelSection>
  );
}
