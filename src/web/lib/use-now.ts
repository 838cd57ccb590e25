import { useSyncExternalStore } from "react";
import { useSite } from "./site.ts";

let now: number | undefined;

function subscribe(listener: () => void) {
  const tick = () => {
    now = Date.now();
    listener();
  };
  const first = setTimeout(tick, 0);
  const timer = setInterval(tick, 30_000);
  return () => {
    clearTimeout(first);
    clearInterval(timer);
  };
}

/** The time in milliseconds, good to half a minute. Starts as the server's, so that the first paint matches its HTML. */
export function useNow(): number {
  const renderedAt = Date.parse(useSite().renderedAt);
  return useSyncExternalStore(
    subscribe,
    () => now ?? renderedAt,
    () => renderedAt,
  );
}
