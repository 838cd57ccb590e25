/** Keys for browser storage. The specification fixes them: other tools and earlier visits rely on them. */
export const storageKeys = {
  user: "user",
  userId: "userId",
  analyticsSession: "sg_session_id",
  analyticsConsent: "sg:analytics-consent",
  authTab: "sg:auth:tab",
  authRedirect: "sg:auth:redirect",
  theme: "sg-theme-preference",
  authToken: "authToken",
  identityToken: "firebaseToken",
  splashShown: "hasShownSplash",
  renewedFor: "sg:renewed-for",
  tickets: "sg:tickets",
  ticketsOf: "sg:tickets:of",
  checkoutAttempt: "sg:checkout:attempt",
  checkoutHeld: "sg:checkout:held",
  checkoutOrders: "sg:checkout:orders",
  checkoutBuyer: "sg:checkout:buyer",
  checkoutDelivery: "sg:checkout:delivery",
  cart: "sg:cart",
  drafts: "sg:community:drafts",
  readinessFolded: "sg:readiness:folded",
  scrollPositions: "react-router-scroll-positions",
} as const;

/** The value of a JSON text; undefined if it isn't JSON. */
export function parseJson(text: string | null): unknown {
  try {
    return JSON.parse(text ?? "null");
  } catch {
    return undefined;
  }
}

type StorageArea = "local" | "session";

function storageOf(where: StorageArea): Storage | undefined {
  // Access to storage throws when the visitor blocks site data.
  try {
    return where === "local" ? globalThis.localStorage : globalThis.sessionStorage;
  } catch {
    return undefined;
  }
}

export function readStorage(key: string, where: StorageArea = "local"): string | null {
  try {
    return storageOf(where)?.getItem(key) ?? null;
  } catch {
    return null;
  }
}

export function writeStorage(key: string, value: string, where: StorageArea = "local"): void {
  try {
    storageOf(where)?.setItem(key, value);
  } catch {
    // Full or blocked storage costs convenience, but must never break the page.
  }
}

export function dropStorage(key: string, where: StorageArea = "local"): void {
  try {
    storageOf(where)?.removeItem(key);
  } catch {
    // As above.
  }
}
