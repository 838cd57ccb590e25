import { useSyncExternalStore } from "react";
import { readStorage, storageKeys, writeStorage } from "./safe-storage.ts";
import { createStore } from "./store.ts";

/** The visitor's answer about Google Analytics; undefined before one. */
type Consent = "yes" | "no" | undefined;

// Only without storage: then the answer counts until the page is left.
const store = createStore<Consent>(undefined);

/** True if the browser says no for its user: Global Privacy Control. */
export const browserRefuses = () => (navigator as { globalPrivacyControl?: boolean }).globalPrivacyControl === true;

/** What the visitor answered so far; "no" if their browser does. */
export function readConsent(): Consent {
  if (browserRefuses()) return "no";
  const answer = readStorage(storageKeys.analyticsConsent) ?? store.current();
  return answer === "yes" || answer === "no" ? answer : undefined;
}

/** Stores the visitor's answer. It can be changed at any time. */
export function answerConsent(answer: "yes" | "no"): void {
  writeStorage(storageKeys.analyticsConsent, answer);
  store.set(readStorage(storageKeys.analyticsConsent) === answer ? undefined : answer);
}

/** What the visitor answered, also in another tab. Undefined on the server and while the page hydrates. */
export const useConsent = () => useSyncExternalStore(subscribe, readConsent, () => undefined);

function subscribe(onChange: () => void): () => void {
  const onStorage = (e: StorageEvent) => e.key === storageKeys.analyticsConsent && onChange();
  window.addEventListener("storage", onStorage);
  const unsubscribe = store.subscribe(onChange);
  return () => {
    window.removeEventListener("storage", onStorage);
    unsubscribe();
  };
}
