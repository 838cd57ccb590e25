import * as z from "zod/mini";
import { useState } from "react";
import type { Profile } from "#contract/account-profile.ts";
import { callJson } from "#web/lib/call.ts";
import { Badge } from "#web/ui/badge.tsx";
import { Button } from "#web/ui/button.tsx";
import { Callout } from "#web/ui/callout.tsx";
import { toast } from "#web/ui/toast.ts";
import { failureText, failureCode } from "../failure-text.ts";
import { PanelSection } from "./panel-section.tsx";
import { useProfile } from "./queries.ts";
import { CurrentPassword, Email } from "#contract/form-fields.ts";
import { Field } from "#web/ui/field.tsx";
import { Input } from "#web/ui/input.tsx";
import { useZodForm } from "#web/ui/use-zod-form.ts";
import { OwnPasswordField } from "../auth-dialog/password-input.tsx";
import { useFreshProof } from "../security/fresh-proof.tsx";

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

const emailForm = z.object({ email: Email, password: z.optional(CurrentPassword) });

type Props = {
  initial: string;
  asksPassword: boolean;
  onSaved: (profile: Profile) => void;
  onCancel?: (() => void) | undefined;
};

/** Asks for an email address, and for the password, because that address can later recover the account. */
export function EmailForm({ initial, asksPassword, onSaved, onCancel }: Props) {
  const withProof = useFreshProof();
  const form = useZodForm({
    schema: emailForm,
    defaults: { email: initial, ...(asksPassword ? { password: "" } : {}) },
    messages: { email: "Enter an email like name@example.com" },
    failureText,
    failureAt: (error) => (failureCode(error) === "wrong_password" ? "password" : "email"),
    submit: async (body) => {
      const profile = await withProof(() => callJson<Profile>("PUT", "/api/me/email", { body }));
      toast({ title: "Check your email", description: `We sent a link to ${profile.pendingEmail}.`, tone: "good" });
      onSaved(profile);
    },
  });

  return (
    <form {...form.props} className="grid gap-4">
      <Field label="Email" {...form.field("email")}>
        <Input type="email" autoComplete="email" autoCapitalize="none" spellCheck={false} />
      </Field>
      {asksPassword && <OwnPasswordField {...form.field("password")} />}
      <div className="flex flex-wrap gap-3">
        <Button type="submit" variant="outline" loading={form.isBusy}>
          Send confirmation
        </Button>
        {onCancel && (
          <Button variant="quiet" onClick={onCancel}>
            Cancel
          </Button>
        )}
      </div>
    </form>
  );
}
