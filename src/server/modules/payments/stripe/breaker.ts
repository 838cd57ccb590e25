/** Failures in a row after which calls stop waiting for the provider. */
const failuresToOpen = 5;
/** Seconds until one call may test whether it is back: longer each time, up to the last. */
const pauses = [10, 20, 30];

/** Fails calls at once while the provider is down, instead of letting each of them find out. */
export interface Breaker {
  /** Seconds until the next attempt, for callers that don't try yet; 0 if one may try now. */
  pauseSeconds(nowMs: number): number;
  /** Seconds until a call may go through; 0 if it may now. While half open, one call at a time may. */
  waitSeconds(nowMs: number): number;
  succeeded(): void;
  failed(nowMs: number): void;
}

/** A closed breaker. Times in milliseconds of any monotonic clock. */
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
      // Half open: this call tests the provider, and the others wait for its result.
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
      // Calls that were in progress when it opened say nothing new.
      if (pauseSeconds(nowMs) > 0 && !isTrying) return;
      failures++;
      isTrying = false;
      if (failures < failuresToOpen) return;
      openUntil = nowMs + pauses[Math.min(opened, pauses.length - 1)]! * 1000;
      opened++;
    },
  };
}
