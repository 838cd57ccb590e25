import { useSyncExternalStore } from "react";

const never = () => () => undefined;

/** False in the server's HTML and until the browser has taken it over: before that a press would go nowhere. */
export const useHydrated = () =>
  useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
