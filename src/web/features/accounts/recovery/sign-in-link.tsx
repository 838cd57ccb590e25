import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useNavigate } from "#web/lib/router.ts";
import { callApi } from "#web/lib/api.ts";
import { apiPath } from "#web/lib/paths.ts";
import { paths } from "#web/lib/paths.ts";
import { Button } from "#web/ui/button.tsx";
import { Callout } from "#web/ui/callout.tsx";
import { SecondFactorStep } from "../auth-dialog/second-factor-step.tsx";
import { outcomeOf, proceed, type SecondStep } from "../auth-dialog/submit.ts";
import { failureText } from "../failure-text.ts";
import { useUser } from "../user-provider.tsx";
import { LinkCheck } from "./link-check.tsx";

/** The target of an emailed sign-in link. Only the press uses the link up: a chat app's preview doesn't. */
export function SignInLink({ token }: { token: string }) {
  const { user, signIn } = useUser();
  const navigate = useNavigate();
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string>();
  const [secondStep, setSecondStep] = useState<SecondStep>();
  const check = useQuery({
    queryKey: [apiPath("POST /api/auth/sign-in-link/check"), token],
    queryFn: ({ signal }) => callApi("POST /api/auth/sign-in-link/check", { body: { token }, signal }),
    gcTime: 0,
    // Once it is used up, there is nothing to check.
    enabled: !isBusy && secondStep === undefined,
  });
  const steps = {
    onSecondStep: setSecondStep,
    onSignedIn(person: Parameters<typeof signIn>[0]) {
      signIn(person);
      void navigate(paths.myTickets(), { replace: true });
    },
  };

  async function press() {
    setBusy(true);
    const why = proceed(
      await outcomeOf(callApi("POST /api/auth/sign-in-link/use", { body: { token } }), failureText),
      steps,
    );
    setFailure(why);
    if (why !== undefined) setBusy(false);
  }

  if (secondStep) {
    return (
      <SecondFactorStep
        step={secondStep}
        onSignedIn={steps.onSignedIn}
        onBack={() => void navigate(paths.signInLink(), { replace: true })}
      />
    );
  }
  return (
    <LinkCheck check={check} kind="sign_in">
      {({ username }) => (
        <div className="grid justify-items-start gap-5">
          <p className="text-muted">
            You'll be signed in as <strong className="text-ink">{username}</strong> on this device.
            {user && user.username !== username && ` Right now, you're signed in as ${user.username}.`}
          </p>
          {failure && <Callout tone="bad" title={failure} />}
          <Button size="lg" loading={isBusy} onClick={() => void press()}>
            Sign in
          </Button>
        </div>
      )}
    </LinkCheck>
  );
}
