import { type ReactNode, Suspense, useState } from "react";
import { Agreement } from "#web/features/settings/info-sheets/agreement.tsx";
import type { AuthTab } from "#web/lib/auth-events.ts";
import { useSite } from "#web/lib/site.ts";
import { Button } from "#web/ui/button.tsx";
import type { ButtonVariant } from "#web/ui/button-style.ts";
import { Dialog } from "#web/ui/dialog.tsx";
import { Tabs } from "#web/ui/tabs.tsx";
import { toast } from "#web/ui/toast.ts";
import { SecondFactorStep } from "./second-factor-step.tsx";
import { continueAsGuest, logIn, proceed, register, type SecondStep, type SignInSteps, welcomeBack } from "./submit.ts";
import { KeyRound } from "lucide-react";
import { callApi } from "#web/lib/api.ts";
import { unwrapUser } from "#web/lib/session-user.ts";
import { useAttempt } from "#web/ui/use-attempt.ts";
import { factorFailureText } from "../factor-form.tsx";
import { signChallenge, usePasskeySupport } from "../passkey-device.tsx";
import { lazyPart } from "#web/ui/lazy-part.tsx";
import { Link } from "react-router";
import { paths } from "#web/lib/paths.ts";
import { TextField } from "#web/ui/field.tsx";
import { useZodForm } from "#web/ui/use-zod-form.ts";
import { loginForm, registerForm } from "./auth-schemas.ts";
import { NewPasswordFields, OwnPasswordField, UsernameField } from "./password-input.tsx";

const IdentityButton = lazyPart(
  "Google sign-in",
  async () => (await import("../identity-provider/identity-button.tsx")).IdentityButton,
);

type AuthDialogProps = Pick<SignInSteps, "onSignedIn"> & {
  open: boolean;
  tab: AuthTab;
  /** What the visitor signs in for. With it, guest access comes first. */
  about?: ReactNode;
  onTabChange: (tab: AuthTab) => void;
  /** The visitor closed the dialog without signing in. */
  onDismiss: () => void;
  /** Closes the dialog for a move to another page; a stored redirect stays. */
  onLeave: () => void;
};

export function AuthDialog({ open, tab, about, onTabChange, onDismiss, onLeave, onSignedIn }: AuthDialogProps) {
  const [guestPending, setGuestPending] = useState(false);
  const [secondStep, setSecondStep] = useState<SecondStep>();
  const { identityProvider } = useSite();

  function dismiss() {
    setSecondStep(undefined);
    onDismiss();
  }

  async function enterAsGuest() {
    setGuestPending(true);
    const outcome = await continueAsGuest();
    setGuestPending(false);
    if ("failure" in outcome) toast({ title: "Guest Access Failed", description: outcome.failure, tone: "bad" });
    else onSignedIn(outcome.user);
  }

  const guestFirst = Boolean(about);
  const action = guestFirst ? "outline" : "gold";
  const guestButton = (
    <Button
      variant={guestFirst ? "gold" : "outline"}
      size="lg"
      loading={guestPending}
      onClick={() => void enterAsGuest()}
    >
      Continue as guest
    </Button>
  );

  if (secondStep) {
    return (
      <Dialog open={open} onClose={dismiss} title="One more step" description="Confirm it's you.">
        <SecondFactorStep step={secondStep} onSignedIn={onSignedIn} onBack={() => setSecondStep(undefined)} />
      </Dialog>
    );
  }

  return (
    <Dialog
      open={open}
      onClose={dismiss}
      title="Join The Community"
      description="Connect with other Savage Gentlemen fans, access exclusive content and more."
    >
      {guestFirst && (
        <div className="mb-3 grid gap-4">
          {about}
          {guestButton}
          <Or />
        </div>
      )}
      <Tabs
        value={tab}
        onValueChange={(value) => onTabChange(value === "register" ? "register" : "login")}
        label="Login or register"
        tabs={[
          {
            value: "login",
            label: "Login",
            content: (
              <LoginTab action={action} onSignedIn={onSignedIn} onSecondStep={setSecondStep} onLeave={onLeave} />
            ),
          },
          { value: "register", label: "Register", content: <RegisterTab action={action} onSignedIn={onSignedIn} /> },
        ]}
      />
      <div className="mt-6 grid gap-4 empty:hidden">
        {!guestFirst && (
          <>
            <Or />
            {guestButton}
          </>
        )}
        {identityProvider && (
          <Suspense fallback={<div className="min-h-14" />}>
            <IdentityButton onSignedIn={onSignedIn} onSecondStep={setSecondStep} />
          </Suspense>
        )}
      </div>
    </Dialog>
  );
}

const Or = () => (
  <p
    aria-hidden="true"
    className="flex items-center gap-4 text-sm text-muted before:h-px before:flex-1 before:bg-line after:h-px after:flex-1 after:bg-line"
  >
    or
  </p>
);

type TabProps = { /** The submit button's look. */ action: ButtonVariant };

function LoginTab({ action, onLeave, ...steps }: TabProps & SignInSteps & Pick<AuthDialogProps, "onLeave">) {
  const form = useZodForm({
    schema: loginForm,
    defaults: { username: "", password: "" },
    submit: async (values) => {
      const failure = proceed(await logIn(values), steps);
      if (failure) toast({ title: "Login Failed", description: failure, tone: "bad" });
    },
  });

  return (
    <form {...form.props} className="grid gap-4">
      <UsernameField {...form.field("username")} />
      <OwnPasswordField label="Password" {...form.field("password")} />
      <Link
        to={paths.passwordReset()}
        onClick={onLeave}
        className="-my-1 inline-flex min-h-11 items-center justify-self-start text-sm text-gilt underline underline-offset-4"
      >
        Forgot your password?
      </Link>
      <Button type="submit" variant={action} size="lg" loading={form.isBusy}>
        Login
      </Button>
      <OtherWays onLeave={onLeave} {...steps} />
    </form>
  );
}

/** Ways in that need no password, and that nobody's wrong guesses stand in the way of. */
function OtherWays({ onLeave, onSignedIn }: Pick<AuthDialogProps, "onLeave" | "onSignedIn">) {
  const hasPasskeys = usePasskeySupport();
  const { press } = useAttempt(factorFailureText, "Login Failed");

  async function signIn() {
    const proof = await signChallenge(() => callApi("POST /api/auth/passkey/challenge"));
    if (proof === undefined) return;
    const user = unwrapUser(await callApi("POST /api/auth/passkey", { body: proof }));
    if (user) welcomeBack(user, onSignedIn);
  }

  return (
    <div className="flex flex-wrap items-center justify-between gap-x-6">
      {hasPasskeys && (
        <Button variant="quiet" size="sm" className="-ml-3" {...press("passkey", signIn)}>
          <KeyRound className="size-5" />
          Use a passkey
        </Button>
      )}
      <Link
        to={paths.signInLink()}
        onClick={onLeave}
        className="inline-flex min-h-11 items-center text-sm text-gilt underline underline-offset-4"
      >
        Email me a link
      </Link>
    </div>
  );
}

function RegisterTab({ action, onSignedIn }: TabProps & Pick<SignInSteps, "onSignedIn">) {
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
      <UsernameField {...form.field("username")} />
      <TextField label="Display name" {...form.field("displayName")} autoComplete="nickname" />
      <NewPasswordFields form={form} />
      <Button type="submit" variant={action} size="lg" loading={form.isBusy} className="mt-2">
        Create account
      </Button>
      <Agreement by="By creating an account" />
    </form>
  );
}
