import { Link } from "react-router";
import type { SessionUser } from "#web/lib/session-user.ts";
import { paths } from "#web/lib/paths.ts";
import { Button } from "#web/ui/button.tsx";
import { Field } from "#web/ui/field.tsx";
import { Input } from "#web/ui/input.tsx";
import { toast } from "#web/ui/toast.ts";
import { useZodForm } from "#web/ui/use-zod-form.ts";
import { loginForm } from "./forms.ts";
import { PasswordInput } from "./password-input.tsx";
import { logIn, type SecondStep } from "./submit.ts";
import { welcomeBack } from "./welcome.ts";

export type LoginTabProps = {
  onSignedIn: (user: SessionUser) => void;
  /** The password is correct and a second factor is required. */
  onSecondStep: (step: SecondStep) => void;
  onLeave: () => void;
};

export function LoginTab({ onSignedIn, onSecondStep, onLeave }: LoginTabProps) {
  const form = useZodForm({
    schema: loginForm,
    defaults: { username: "", password: "" },
    submit: async (values) => {
      const outcome = await logIn(values);
      if ("secondStep" in outcome) return onSecondStep(outcome.secondStep);
      if ("failure" in outcome) return toast({ title: "Login Failed", description: outcome.failure, tone: "bad" });
      welcomeBack(outcome.user);
      onSignedIn(outcome.user);
    },
  });

  return (
    <form {...form.props} className="grid gap-4">
      <Field label="Username" {...form.field("username")}>
        <Input autoComplete="username" autoCapitalize="none" spellCheck={false} />
      </Field>
      <Field label="Password" {...form.field("password")}>
        <PasswordInput autoComplete="current-password" />
      </Field>
      <Link
        to={paths.passwordReset()}
        onClick={onLeave}
        className="-my-1 inline-flex min-h-11 items-center justify-self-start text-sm text-gilt underline underline-offset-4"
      >
        Forgot your password?
      </Link>
      <Button type="submit" size="lg" loading={form.isBusy}>
        Login
      </Button>
    </form>
  );
}
