import { zodResolver } from "@hookform/resolvers/zod";
import { useState } from "react";
import { useForm } from "react-hook-form";
import { callJson } from "#web/lib/call.ts";
import { Button } from "#web/ui/button.tsx";
import { Field } from "#web/ui/field.tsx";
import { Callout } from "#web/ui/callout.tsx";
import { toast } from "#web/ui/toast.ts";
import { PasswordInput } from "../auth-dialog/password-input.tsx";
import { failureText } from "../failure-text.ts";
import { newPasswordForm, passwordHint, type NewPasswordForm as Values } from "../password-rules.ts";
import { useUser } from "../user-provider.tsx";

type Props = { token: string; username: string; onDone: () => void };

export function NewPasswordForm({ token, username, onDone }: Props) {
  const { user, signOut } = useUser();
  const [failure, setFailure] = useState<string>();
  const form = useForm<Values>({
    resolver: zodResolver(newPasswordForm),
    defaultValues: { password: "", confirmPassword: "" },
  });
  const { errors, isSubmitting } = form.formState;

  const submit = form.handleSubmit(async ({ password }) => {
    setFailure(undefined);
    try {
      await callJson("POST", "/api/auth/password-reset/complete", { body: { token, password } });
    } catch (error) {
      setFailure(failureText(error));
      return;
    }
    // Every session of the account has ended; if someone else is signed in in this browser, theirs ends too.
    if (user) await signOut();
    toast({ title: "Password changed", description: "Log in with your new password.", tone: "good" });
    onDone();
  });

  return (
    <form noValidate onSubmit={(e) => void submit(e)} className="grid gap-5">
      <p className="text-muted">
        Set a new password for <strong className="text-ink">{username}</strong>. You'll be signed out of every browser.
      </p>
      {failure && <Callout tone="bad" title={failure} />}
      {/* Tells a password manager which login to update. */}
      <input type="text" name="username" autoComplete="username" value={username} readOnly hidden />
      <Field label="New password" hint={passwordHint} error={errors.password?.message}>
        <PasswordInput {...form.register("password")} autoComplete="new-password" />
      </Field>
      <Field label="Confirm new password" error={errors.confirmPassword?.message}>
        <PasswordInput {...form.register("confirmPassword")} autoComplete="new-password" />
      </Field>
      <Button type="submit" size="lg" loading={isSubmitting}>
        Set new password
      </Button>
    </form>
  );
}
