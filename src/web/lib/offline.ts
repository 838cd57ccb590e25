import { useSyncExternalStore } from "react";
let isFromDevice = false;
let isFailing = false;

/** This page was opened by the service worker without the server. */
export const markOffline = () => void (isFromDevice = true);

/** Whether the server couldn't say who is signed in, when it was last asked. */
export const setServerFailing = (isServerFailing: boolean) => void (isFailing = isServerFailing);

/** True if a failed request means that there is no connection, as far as this page knows. */
export const isOffline = () => isFromDevice || !navigator.onLine;

/** True if no server has answered for this page. */
export const isOpenedFromDevice = () => isFromDevice;

/** True if what this device keeps is all there is: the server didn't answer for this page, or it fails. */
export const isServerAway = () => isFromDevice || isFailing;

function watchLine(changed: () => void) {
  addEventListener("online", changed);
  addEventListener("offline", changed);
  return () => {
    removeEventListener("online", changed);
    removeEventListener("offline", changed);
  };
}

/** Whether the device has a network, as far as the browser knows. True while the server renders. */
export const useOnline = (): boolean =>
  useSyncExternalStore(
    watchLine,
    () => navigator.onLine,
    () => true,
  );
