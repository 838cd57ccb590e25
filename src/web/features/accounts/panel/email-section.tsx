import * as z from "zod/mini";
import { useState } from "react";
import type { Profile } from "#contract/accounts/profile.ts";
import { callApi, refusalOf } from "#web/lib/api.ts";
import { Badge } from "#web/ui/badge.tsx";
import { Button } from "#web/ui/button.tsx";
import { Callout } from "#web/ui/callout.tsx";
import { toast } from "#web/ui/toast.ts";
import { failureText } from "../failure-text.ts";
import { PanelButtons, PanelSection } from "./panel-section.tsx";
import { useProfile } from "./queries.ts";
import { CurrentPassword, Email } from "#contract/form-fields.ts";
import { TextField } from "#web/ui/field.tsx";
import { useZodForm } from "#web/ui/use-zod-form.ts";
import { OwnPasswordField } from "../auth-dialog/password-input.tsx";
import { useChange } from "../security/fresh-proof.tsx";
import { useFreshProof } from "#web/lib/fresh-proof.ts";

export function EmailSection() {
  const { profile, applyProfile } = useProfile();
  const [changing, setChanging] = useState(false);
  const { busy, change } = useChange("Couldn't cancel the change");
  const { email, pendingEmail } = profile;

  const drop = () => void change(async () => applyProfile(await callApi("DELETE /api/me/email/pending")));

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
            <Button size="sm" variant="quiet" loading={busy !== undefined} onClick={drop}>
              Cancel change
            </Button>
          </div>
        </Callout>
      )}
      {changing || (!email && !pendingEmail) ? (
        <EmailForm
          key={pendingEmail}
          profile={profile}
          onSaved={(next) => {
            setChanging(false);
            void applyProfile(next);
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

const emailForm = z.object({ email: Email, password: z.optional(CurrentPassword) });

type EmailFormProps = { profile: Profile; onSaved: (profile: Profile) => void; onCancel: (() => void) | undefined };

/** Asks for an email address, and for the password, because that address can later recover the account. */
function EmailForm({ profile, onSaved, onCancel }: EmailFormProps) {
  const withProof = useFreshProof();
  const form = useZodForm({
    schema: emailForm,
    defaults: { email: profile.pendingEmail ?? "", ...(profile.hasPassword ? { password: "" } : {}) },
    messages: { email: "Enter an email like name@example.com" },
    failureText,
    failureAt: (error) => (refusalOf("PUT /api/me/email", error) === "wrong_password" ? "password" : "email"),
    submit: async (body) => {
      const next = await withProof(() => callApi("PUT /api/me/email", { body }));
      toast({ title: "Check your email", description: `We sent a link to ${next.pendingEmail}.`, tone: "good" });
      onSaved(next);
    },
  });

  return (
    <form {...form.props} className="grid gap-4">
      <TextField label="Email" {...form.field("email")} type="email" autoComplete="email" />
      {profile.hasPassword && <OwnPasswordField {...form.field("password")} />}
      <PanelButtons action="Send confirmation" variant="outline" loading={form.isBusy} onCancel={onCancel} />
    </form>
  );
}
