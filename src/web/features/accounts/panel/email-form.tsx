import * as z from "zod/mini";
import type { Profile } from "#contract/account-profile.ts";
import { CurrentPassword, Email } from "#contract/form-fields.ts";
import { callJson } from "#web/lib/call.ts";
import { Button } from "#web/ui/button.tsx";
import { Field } from "#web/ui/field.tsx";
import { Input } from "#web/ui/input.tsx";
import { toast } from "#web/ui/toast.ts";
import { useZodForm } from "#web/ui/use-zod-form.ts";
import { PasswordInput } from "../auth-dialog/password-input.tsx";
import { useFreshProof } from "../security/fresh-proof.tsx";
import { failureCode, failureText } from "../failure-text.ts";

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
      {asksPassword && (
        <Field label="Your password" {...form.field("password")}>
          <PasswordInput autoComplete="current-password" />
        </Field>
      )}
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
