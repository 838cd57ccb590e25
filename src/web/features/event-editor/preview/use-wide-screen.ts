import { useSyncExternalStore } from "react";

const query = "(min-width: 80rem)";

function subscribe(listener: () => void) {
  const media = matchMedia(query);
  media.addEventListener("change", listener);
  return () => media.removeEventListener("change", listener);
}

/** True where the preview fits beside the form; false in server-rendered HTML. */
export const useWideScreen = () =>
  useSyncExternalStore(
    subscribe,
    () => matchMedia(query).matches,
    () => false,
  );
