import { callJson } from "#web/lib/call.ts";
import { Button } from "#web/ui/button.tsx";
import { Field } from "#web/ui/field.tsx";
import { Callout } from "#web/ui/callout.tsx";
import { toast } from "#web/ui/toast.ts";
import { useZodForm } from "#web/ui/use-zod-form.ts";
import { newPasswordForm, passwordHint } from "../auth-dialog/forms.ts";
import { PasswordInput } from "../auth-dialog/password-input.tsx";
import { failureText } from "../failure-text.ts";
import { useUser } from "../user-provider.tsx";

type Props = { token: string; username: string; onDone: () => void };

export function NewPasswordForm({ token, username, onDone }: Props) {
  const { user, signOut } = useUser();
  const form = useZodForm({
    schema: newPasswordForm,
    defaults: { password: "", confirmPassword: "" },
    failureText,
    submit: async ({ password }) => {
      await callJson("POST", "/api/auth/password-reset/complete", { body: { token, password } });
      // Every session of the account has ended; if someone else is signed in in this browser, theirs ends too.
      if (user) await signOut();
      toast({ title: "Password changed", description: "Log in with your new password.", tone: "good" });
      onDone();
    },
  });

  return (
    <form {...form.props} className="grid gap-5">
      <p className="text-muted">
        Set a new password for <strong className="text-ink">{username}</strong>. You'll be signed out of every browser.
      </p>
      {form.failure && <Callout tone="bad" title={form.failure} />}
      {/* Tells a password manager which login to update. */}
      <input type="text" name="username" autoComplete="username" value={username} readOnly hidden />
      <Field label="New password" hint={passwordHint} {...form.field("password")}>
        <PasswordInput autoComplete="new-password" />
      </Field>
      <Field label="Confirm new password" {...form.field("confirmPassword")}>
        <PasswordInput autoComplete="new-password" />
      </Field>
      <Button type="submit" size="lg" loading={form.isBusy}>
        Set new password
      </Button>
    </form>
  );
}
