/** Waits between attempts double from half a second up to half a minute. Everyone waits differently. */
export const waitMs = (failures: number, random = Math.random()): number =>
  Math.min(500 * 2 ** failures, 30_000) * (0.5 + random / 2);

/** Waits after that many failures, without a network until it is back, and no longer than `signal` says. */
export function untilNextTry(failures: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer);
      removeEventListener("online", end);
      resolve();
    };
    const timer = setTimeout(end, navigator.onLine ? waitMs(failures) : 3_600_000);
    addEventListener("online", end);
    signal.addEventListener("abort", end);
    if (signal.aborted) end();
  });
}
