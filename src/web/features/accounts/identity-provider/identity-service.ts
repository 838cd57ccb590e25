import type { Site } from "#web/lib/site.ts";

/** A third party that signs people in, as far as this app needs it. */
export interface IdentityService {
  /** Lets the visitor sign in there. @returns the token that says who they are. */
  signIn(): Promise<string>;
  signOut(): Promise<void>;
}

export type IdentityProviderSettings = NonNullable<Site["identityProvider"]>;

/** Fetches a service's own script. It is called when somebody asks to sign in by it, and never before. */
export type LoadIdentityService = (settings: IdentityProviderSettings) => Promise<IdentityService>;
