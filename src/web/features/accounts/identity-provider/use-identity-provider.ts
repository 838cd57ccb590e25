import { useRef, useState } from "react";
import { useSite } from "#web/lib/site.ts";
import { type IdentityOutcome, signInThrough } from "./exchange-token.ts";
import type { IdentityService, LoadIdentityService } from "./identity-service.ts";

const loadDefault: LoadIdentityService = async (settings) =>
  (await import("./firebase-service.ts")).loadFirebase(settings);

/**
 * Signs in through a third party, where the operator has configured one.
 *
 * @param load loads the service; tests pass their own
 */
export function useIdentityProvider(load: LoadIdentityService = loadDefault) {
  const { identityProvider } = useSite();
  const service = useRef<Promise<IdentityService>>(undefined);
  const [pending, setPending] = useState(false);
  const [error, setError] = useState<string>();

  async function signIn(): Promise<IdentityOutcome> {
    if (!identityProvider) return { error: "Failed to authenticate user" };
    setPending(true);
    setError(undefined);
    const outcome = await start().then(signInThrough, () => {
      // It did not load: the next press tries again.
      service.current = undefined;
      return { error: "Failed to authenticate user" };
    });
    setPending(false);
    if ("error" in outcome) setError(outcome.error);
    return outcome;
  }

  function start(): Promise<IdentityService> {
    service.current ??= load(identityProvider!);
    return service.current;
  }

  return { configured: identityProvider !== null, pending, error, signIn };
}
