import type { Scan } from "#contract/door.ts";
import type { Outcome } from "./outcome.ts";
import { readRefusal, type SendScan } from "./send-scan.ts";

type Answer = Omit<Outcome, "code" | "at">;

const answerWithinMs = 6000;
const lateAfterMs = 2000;
const waitsMs = [500, 1000, 2000, 3000];

/**
 * Sends one scan until the server responds, always with the same id.
 *
 * @param onLate called after two seconds without a response and after each failure, with the number of attempts
 * @returns undefined if it was stopped
 */
export async function settleScan(
  send: SendScan,
  scan: Scan,
  signal: AbortSignal,
  onLate: (tries: number) => void,
): Promise<Answer | undefined> {
  let tries = 1;
  const slow = setTimeout(() => !signal.aborted && onLate(tries), lateAfterMs);
  try {
    for (; ; tries++) {
      const answer = await ask(send, scan, signal);
      if (signal.aborted || answer) return signal.aborted ? undefined : answer;
      onLate(tries);
      await pause(waitsMs[Math.min(tries, waitsMs.length) - 1]!, signal);
      if (signal.aborted) return undefined;
    }
  } finally {
    clearTimeout(slow);
  }
}

async function ask(send: SendScan, scan: Scan, signal: AbortSignal): Promise<Answer | undefined> {
  const patience = new AbortController();
  const stop = () => patience.abort();
  const timer = setTimeout(stop, answerWithinMs);
  signal.addEventListener("abort", stop);
  try {
    return await send(scan, patience.signal);
  } catch (error) {
    return readRefusal(error);
  } finally {
    clearTimeout(timer);
    signal.removeEventListener("abort", stop);
  }
}

/** Waits, but ends at once when the network is back. */
function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const go = () => {
      clearTimeout(timer);
      signal.removeEventListener("abort", go);
      globalThis.removeEventListener?.("online", go);
      resolve();
    };
    const timer = setTimeout(go, ms);
    signal.addEventListener("abort", go);
    globalThis.addEventListener?.("online", go);
  });
}
