import type { SessionUser } from "#web/lib/session-user.ts";
import { Button } from "#web/ui/button.tsx";
import { Field } from "#web/ui/field.tsx";
import { Input } from "#web/ui/input.tsx";
import { toast } from "#web/ui/toast.ts";
import { useZodForm } from "#web/ui/use-zod-form.ts";
import { passwordHint, registerForm } from "./forms.ts";
import { PasswordInput } from "./password-input.tsx";
import { register } from "./submit.ts";

export function RegisterTab({ onSignedIn }: { onSignedIn: (user: SessionUser) => void }) {
  const form = useZodForm({
    schema: registerForm,
    defaults: { username: "", displayName: "", password: "", confirmPassword: "" },
    submit: async (values) => {
      const outcome = await register(values);
      if ("failure" in outcome)
        return toast({ title: "Registration Failed", description: outcome.failure, tone: "bad" });
      const name = outcome.user.displayName || outcome.user.username;
      toast({ title: "Registration Successful", description: `Welcome to Savage Gentlemen, ${name}!`, tone: "good" });
      onSignedIn(outcome.user);
    },
  });

  return (
    <form {...form.props} className="grid gap-4">
      <Field label="Username" {...form.field("username")}>
        <Input autoComplete="username" autoCapitalize="none" spellCheck={false} />
      </Field>
      <Field label="Display name" {...form.field("displayName")}>
        <Input autoComplete="nickname" />
      </Field>
      <Field label="Password" hint={passwordHint} {...form.field("password")}>
        <PasswordInput autoComplete="new-password" />
      </Field>
      <Field label="Confirm password" {...form.field("confirmPassword")}>
        <PasswordInput autoComplete="new-password" />
      </Field>
      <Button type="submit" size="lg" loading={form.isBusy} className="mt-2">
        Create account
      </Button>
    </form>
  );
}
