import type { SessionUser } from "#web/lib/session-user.ts";
import { Button } from "#web/ui/button.tsx";
import { type SecondStep, welcomeBack } from "../auth-dialog/submit.ts";
import {
  type LoadIdentityService,
  type IdentityService,
  type IdentityOutcome,
  signInThrough,
} from "./exchange-token.ts";
import { useRef, useState } from "react";
import { useSite } from "#web/lib/site.ts";

const loadDefault: LoadIdentityService = async (settings) =>
  (await import("./firebase-service.ts")).loadFirebase(settings);

export type IdentityButtonProps = {
  onSignedIn: (user: SessionUser) => void;
  onSecondStep: (step: SecondStep) => void;
  /** Loads the service; tests pass their own. */
  load?: LoadIdentityService;
};

/** The button for third-party sign-in; shown only where a provider is configured. */
export function IdentityButton({ onSignedIn, onSecondStep, load = loadDefault }: IdentityButtonProps) {
  const { identityProvider } = useSite();
  const service = useRef<Promise<IdentityService>>(undefined);
  const [pending, setPending] = useState(false);
  const [error, setError] = useState<string>();

  async function signIn(): Promise<IdentityOutcome> {
    if (!identityProvider) return { error: "Failed to authenticate user" };
    service.current ??= load(identityProvider);
    return service.current.then(signInThrough, () => {
      // It did not load: the next press tries again.
      service.current = undefined;
      return { error: "Failed to authenticate user" };
    });
  }

  async function press() {
    setPending(true);
    setError(undefined);
    const outcome = await signIn();
    setPending(false);
    if ("error" in outcome) return setError(outcome.error);
    if ("secondStep" in outcome) return onSecondStep(outcome.secondStep);
    welcomeBack(outcome.user);
    onSignedIn(outcome.user);
  }

  return (
    <div className="grid gap-2">
      <Button variant="outline" size="lg" loading={pending} onClick={() => void press()}>
        Continue with Google
      </Button>
      {error && (
        <p role="alert" className="text-sm font-medium text-hibiscus">
          {error}
        </p>
      )}
    </div>
  );
}
