import type { IdentityProviderSettings, IdentityService } from "./identity-service.ts";

/**
 * Firebase Authentication, by its own script. That script and the hosts it talks to are touched only when somebody
 * presses the button, which is there only where the service is configured. It keeps nothing in the browser: our own
 * session is what lasts.
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
