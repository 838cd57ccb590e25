/** Names under which the browser keeps things. They are part of the specification: other tools and old visits rely on them. */
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
