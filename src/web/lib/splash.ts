import { useSyncExternalStore } from "react";
import { writeStorage } from "./safe-storage.ts";
import { storageKeys } from "./storage-keys.ts";

/**
 * Runs in the head before first paint: where this browser session has not seen the splash, its black overlay is there from
 * the first frame on, and nothing flashes. Any value of the key counts. A browser that keeps nothing gets no splash: it
 * would get it on every page.
 */
export const splashScript = `try{if(sessionStorage.getItem(${JSON.stringify(storageKeys.splashShown)})===null)document.documentElement.dataset.splash=""}catch(e){}`;

const listeners = new Set<() => void>();

/** True from the first paint until the splash is gone. */
export const isSplashShowing = () => "splash" in document.documentElement.dataset;

/** Notes that this session has seen it. */
export const noteSplash = () => writeStorage(storageKeys.splashShown, "true", "session");

/** Takes the overlay away: the site goes on. */
export function endSplash(): void {
  delete document.documentElement.dataset.splash;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void) {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

/** For what must wait for the splash, as dialogs that open by themselves. */
export const useSplashShowing = () => useSyncExternalStore(subscribe, isSplashShowing, () => false);
