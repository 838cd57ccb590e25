import { useSyncExternalStore } from "react";

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
