import type { Site } from "#web/lib/site.ts";

/** A third-party sign-in service, as far as this app needs it. */
export interface IdentityService {
  /** Lets the visitor sign in there. @returns the token that identifies them. */
  signIn(): Promise<string>;
  signOut(): Promise<void>;
}

export type IdentityProviderSettings = NonNullable<Site["identityProvider"]>;

/**
 * Firebase Authentication, through its own script. The script and the hosts it calls are used only when someone presses
 * the button, which is shown only where the service is configured. It stores nothing in the browser: our own session
 * is the lasting one.
 */
export async function loadFirebase({ projectId, apiKey }: IdentityProviderSettings): Promise<IdentityService> {
  const [{ getApps, initializeApp }, sdk] = await Promise.all([import("@firebase/app"), import("@firebase/auth")]);
  const app = getApps()[0] ?? initializeApp({ apiKey, projectId, authDomain: `${projectId}.firebaseapp.com` });
  const auth = sdk.initializeAuth(app, {
    persistence: sdk.inMemoryPersistence,
    popupRedirectResolver: sdk.browserPopupRedirectResolver,
  });
  return {
    async signIn() {
      const { user } = await sdk.signInWithPopup(auth, new sdk.GoogleAuthProvider());
      return user.getIdToken();
    },
    signOut: () => sdk.signOut(auth),
  };
}
