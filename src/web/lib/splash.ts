import { createStore } from "./store.ts";
import { useSyncExternalStore } from "react";
import { writeStorage, storageKeys } from "./safe-storage.ts";

/**
 * Runs in the head before first paint. If this browser session hasn't seen the splash, its black overlay is there from
 * the first frame, so nothing flashes. Any value of the key counts as seen. A browser without storage gets no splash,
 * because it would get it on every page.
 */
export const splashScript = `try{if(sessionStorage.getItem(${JSON.stringify(storageKeys.splashShown)})===null)document.documentElement.dataset.splash=""}catch(e){}`;

const showing = createStore(undefined);

/** True from first paint until the splash ends. */
export const isSplashShowing = () => "splash" in document.documentElement.dataset;

/** Records that this session has seen the splash. */
export const recordSplash = () => writeStorage(storageKeys.splashShown, "true", "session");

/** Removes the overlay. */
export function endSplash(): void {
  delete document.documentElement.dataset.splash;
  showing.set(undefined);
}

/** For UI that must wait for the splash, such as dialogs that open by themselves. */
export const useSplashShowing = () => useSyncExternalStore(showing.subscribe, isSplashShowing, () => false);

/** True once the page works and no splash covers it: for what is heavy or makes a sound, which nobody sees before. */
export const useUncovered = () =>
  useSyncExternalStore(
    showing.subscribe,
    () => !isSplashShowing(),
    () => false,
  );
