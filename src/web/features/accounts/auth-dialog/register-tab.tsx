import { zodResolver } from "@hookform/resolvers/zod";
import { useForm } from "react-hook-form";
import type { SessionUser } from "#web/lib/session-user.ts";
import { Button } from "#web/ui/button.tsx";
import { Field } from "#web/ui/field.tsx";
import { Input } from "#web/ui/input.tsx";
import { toast } from "#web/ui/toast.ts";
import { type RegisterForm, registerForm } from "./forms.ts";
import { PasswordInput } from "./password-input.tsx";
import { register } from "./submit.ts";

const empty: RegisterForm = { username: "", displayName: "", password: "", confirmPassword: "" };

export function RegisterTab({ onSignedIn }: { onSignedIn: (user: SessionUser) => void }) {
  const form = useForm<RegisterForm>({ resolver: zodResolver(registerForm), defaultValues: empty });
  const { errors, isSubmitting } = form.formState;

  const submit = form.handleSubmit(async (values) => {
    const outcome = await register(values);
    if ("failure" in outcome) return toast({ title: "Registration Failed", description: outcome.failure, tone: "bad" });
    const name = outcome.user.displayName || outcome.user.username;
    toast({ title: "Registration Successful", description: `Welcome to Savage Gentlemen, ${name}!`, tone: "good" });
    onSignedIn(outcome.user);
  });

  return (
    <form noValidate onSubmit={(e) => void submit(e)} className="grid gap-4">
      <Field label="Username" error={errors.username?.message}>
        <Input {...form.register("username")} autoComplete="username" autoCapitalize="none" spellCheck={false} />
      </Field>
      <Field label="Display name" error={errors.displayName?.message}>
        <Input {...form.register("displayName")} autoComplete="nickname" />
      </Field>
      <Field
        label="Password"
        hint="8 characters or more, with an uppercase letter and a number."
        error={errors.password?.message}
      >
        <PasswordInput {...form.register("password")} autoComplete="new-password" />
      </Field>
      <Field label="Confirm password" error={errors.confirmPassword?.message}>
        <PasswordInput {...form.register("confirmPassword")} autoComplete="new-password" />
      </Field>
      <Button type="submit" size="lg" loading={isSubmitting} className="mt-2">
        Create account
      </Button>
    </form>
  );
}
