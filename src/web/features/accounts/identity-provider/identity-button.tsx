import { Button } from "#web/ui/button.tsx";
import { type FirstOutcome, outcomeOf, proceed, type SignInSteps } from "../auth-dialog/submit.ts";
import { useRef, useState } from "react";
import { useSite } from "#web/lib/site.ts";
import { callApi } from "#web/lib/api.ts";
import type { IdentityProviderSettings, IdentityService } from "./firebase-service.ts";

const loadDefault: LoadIdentityService = async (settings) =>
  (await import("./firebase-service.ts")).loadFirebase(settings);

type IdentityButtonProps = SignInSteps & {
  /** Loads the service; tests pass their own. */
  load?: LoadIdentityService;
};

/** The button for third-party sign-in; shown only where a provider is configured. */
export function IdentityButton({ load = loadDefault, ...steps }: IdentityButtonProps) {
  const { identityProvider } = useSite();
  const service = useRef<Promise<IdentityService>>(undefined);
  const [pending, setPending] = useState(false);
  const [error, setError] = useState<string>();

  async function signIn(): Promise<FirstOutcome> {
    if (!identityProvider) return { failure: "Failed to authenticate user" };
    service.current ??= load(identityProvider);
    return service.current.then(signInThrough, () => {
      // It did not load: the next press tries again.
      service.current = undefined;
      return { failure: "Failed to authenticate user" };
    });
  }

  async function press() {
    setPending(true);
    setError(undefined);
    const outcome = await signIn();
    setPending(false);
    setError(proceed(outcome, steps));
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

/**
 * Signs in with the service and sends its token to our server, which creates the session. The token is sent once and never
 * stored. If anything fails, the visitor is signed out of the service again.
 */
export async function signInThrough(service: IdentityService): Promise<FirstOutcome> {
  try {
    const idToken = await service.signIn();
    const outcome = await outcomeOf(
      callApi("POST /api/auth/firebase", { body: { idToken } }),
      () => "Authentication failed on server",
    );
    if ("failure" in outcome) await leave(service);
    return outcome;
  } catch {
    await leave(service);
    return { failure: "Failed to authenticate user" };
  }
}

async function leave(service: IdentityService): Promise<void> {
  await service.signOut().catch(() => undefined);
}

/** Loads a service's own script. Called only when someone chooses to sign in with it. */
type LoadIdentityService = (settings: IdentityProviderSettings) => Promise<IdentityService>;
