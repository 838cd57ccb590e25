import type { Site } from "#web/lib/site.ts";

/** A third-party sign-in service, as far as this app needs it. */
export interface IdentityService {
  /** Lets the visitor sign in there. @returns the token that identifies them. */
  signIn(): Promise<string>;
  signOut(): Promise<void>;
}

export type IdentityProviderSettings = NonNullable<Site["identityProvider"]>;

/** Loads a service's own script. Called only when someone chooses to sign in with it. */
export type LoadIdentityService = (settings: IdentityProviderSettings) => Promise<IdentityService>;
