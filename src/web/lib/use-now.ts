import { useSyncExternalStore } from "react";
import { useSite } from "./site.ts";

let now: number | undefined;

const listeners = new Set<() => void>();
let timers: [first: ReturnType<typeof setTimeout>, next: ReturnType<typeof setInterval>] | undefined;

/** All clocks of a page go together: they are drawn again at once, not one by one. */
function tick() {
  now = Date.now();
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void) {
  listeners.add(listener);
  timers ??= [setTimeout(tick, 0), setInterval(tick, 30_000)];
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0 || !timers) return;
    clearTimeout(timers[0]);
    clearInterval(timers[1]);
    timers = undefined;
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

const never = () => () => undefined;

/** False in the server's HTML and until hydration, because a press does nothing before that. */
export const useHydrated = () =>
  useSyncExternalStore(
    never,
    () => true,
    () => false,
  );

/** Performance mark set when the page responds to input. Benchmarks and end-to-end tests wait for it. */
export const answersMark = "page-answers";
