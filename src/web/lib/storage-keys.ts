/** Keys for browser storage. The specification fixes them: other tools and earlier visits rely on them. */
export const storageKeys = {
  user: "user",
  userId: "userId",
  analyticsSession: "sg_session_id",
  authTab: "sg:auth:tab",
  authRedirect: "sg:auth:redirect",
  theme: "sg-theme-preference",
  authToken: "authToken",
  identityToken: "firebaseToken",
  splashShown: "hasShownSplash",
  renewedFor: "sg:renewed-for",
} as const;
