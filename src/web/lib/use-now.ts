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

/** The time in ms, accurate to half a minute. Starts with the server's time, so that first paint matches its HTML. */
export function useNow(): number {
  const renderedAt = Date.parse(useSite().renderedAt);
  return useSyncExternalStore(
    subscribe,
    () => now ?? renderedAt,
    () => renderedAt,
  );
}
