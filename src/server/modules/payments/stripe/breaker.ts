/** Failures in a row after which nobody waits for the provider any more. */
const failuresToOpen = 5;
/** Seconds until one call may try whether it is back: longer each time, up to the last. */
const pauses = [10, 20, 30];

/** Tells calls at once that the provider is down, instead of letting each of them find out. */
export interface Breaker {
  /** Seconds until the next try, for somebody who does not try yet; 0 when there may be one now. */
  pauseSeconds(nowMs: number): number;
  /** Seconds until a call may go through; 0 when it may now. While it is half open, one call at a time may. */
  waitSeconds(nowMs: number): number;
  succeeded(): void;
  failed(nowMs: number): void;
}

/** A closed breaker. Times in milliseconds of any steady clock. */
export function createBreaker(): Breaker {
  let failures = 0;
  let opened = 0;
  let openUntil = 0;
  let isTrying = false;
  const pauseSeconds = (nowMs: number) =>
    failures < failuresToOpen || nowMs >= openUntil ? 0 : Math.ceil((openUntil - nowMs) / 1000);
  return {
    pauseSeconds,
    waitSeconds(nowMs) {
      const pause = pauseSeconds(nowMs);
      if (failures < failuresToOpen || pause > 0) return pause;
      // Half open: this call is the one that tries, the others wait until it is known.
      openUntil = nowMs + pauses[0]! * 1000;
      isTrying = true;
      return 0;
    },
    succeeded() {
      failures = 0;
      opened = 0;
      isTrying = false;
    },
    failed(nowMs) {
      // Calls that were under way when it opened say nothing new.
      if (pauseSeconds(nowMs) > 0 && !isTrying) return;
      failures++;
      isTrying = false;
      if (failures < failuresToOpen) return;
      openUntil = nowMs + pauses[Math.min(opened, pauses.length - 1)]! * 1000;
      opened++;
    },
  };
}
