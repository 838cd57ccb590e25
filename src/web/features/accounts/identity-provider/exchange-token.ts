import { CallError, callJson } from "#web/lib/call.ts";
import { type SessionUser, unwrapUser } from "#web/lib/session-user.ts";
import { readSecondStep, type SecondStep } from "../auth-dialog/submit.ts";
import type { Site } from "#web/lib/site.ts";

export type IdentityOutcome = { user: SessionUser } | { secondStep: SecondStep } | { error: string };

/**
 * Signs in with the service and sends its token to our server, which creates the session. The token is sent once and never
 * stored. If anything fails, the visitor is signed out of the service again.
 */
export async function signInThrough(service: IdentityService): Promise<IdentityOutcome> {
  try {
    const idToken = await service.signIn();
    const outcome = await exchange(idToken);
    if ("error" in outcome) await leave(service);
    return outcome;
  } catch {
    await leave(service);
    return { error: "Failed to authenticate user" };
  }
}

async function exchange(idToken: string): Promise<IdentityOutcome> {
  const refused = { error: "Authentication failed on server" };
  try {
    const user = unwrapUser(await callJson("POST", "/api/auth/firebase", { body: { idToken } }));
    return user ? { user } : refused;
  } catch (error) {
    const secondStep = error instanceof CallError ? readSecondStep({ ...error.answer }) : undefined;
    return secondStep ? { secondStep } : refused;
  }
}

async function leave(service: IdentityService): Promise<void> {
  await service.signOut().catch(() => undefined);
}

/** A third-party sign-in service, as far as this app needs it. */
export interface IdentityService {
  /** Lets the visitor sign in there. @returns the token that identifies them. */
  signIn(): Promise<string>;
  signOut(): Promise<void>;
}

export type IdentityProviderSettings = NonNullable<Site["identityProvider"]>;

/** Loads a service's own script. Called only when someone chooses to sign in with it. */
export type LoadIdentityService = (settings: IdentityProviderSettings) => Promise<IdentityService>;
