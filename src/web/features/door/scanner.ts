import { newUuid } from "#web/lib/new-uuid.ts";
import { createStore } from "#web/lib/store.ts";
import type { DoorCheckIn, Scan } from "#contract/door/door.ts";
import { type Outcome, verdictMs } from "./verdict-labels.ts";
import { type SendScan, readRefusal } from "./send-scan.ts";

type Answer = Omit<Outcome, "code" | "at">;

const answerWithinMs = 6000;
const lateAfterMs = 2000;
const waitsMs = [500, 1000, 2000];
const longestWaitMs = 3000;

/**
 * Sends one scan until the server responds, always with the same id.
 *
 * @param onLate called after two seconds without a response and after each failure, with the number of attempts
 * @returns undefined if it was stopped
 */
async function settleScan(
  send: SendScan,
  scan: Scan | DoorCheckIn,
  signal: AbortSignal,
  onLate: (tries: number) => void,
): Promise<Answer | undefined> {
  let tries = 1;
  const slow = setTimeout(() => !signal.aborted && onLate(tries), lateAfterMs);
  try {
    for (; !signal.aborted; tries++) {
      const answer = await ask(send, scan, signal);
      if (signal.aborted) break;
      if (answer) return answer;
      onLate(tries);
      await pause(waitsMs[tries - 1] ?? longestWaitMs, signal);
    }
    return undefined;
  } finally {
    clearTimeout(slow);
  }
}

async function ask(send: SendScan, scan: Scan | DoorCheckIn, signal: AbortSignal): Promise<Answer | undefined> {
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

/** Waits, but ends at once when the network is back. Removes its listeners: this runs many times a second for a whole night. */
export function pause(ms: number, signal: AbortSignal): Promise<void> {
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

export type ScannerState =
  | { step: "ready" }
  /** `late` after the first failure, or if the server is slow: not admitted yet, and the screen says so. */
  | { step: "checking"; code: string; late: boolean; tries: number }
  | { step: "verdict"; outcome: Outcome };

type ScannerOptions = {
  send: SendScan;
  /** The fields that every scan from this phone includes. */
  door: Pick<Scan, "eventId" | "deviceId" | "gate">;
};

/** What a scanner reports besides its status. */
type ScannerListener = {
  onOutcome?: (outcome: Outcome) => void;
  onLate?: () => void;
  /** A code that was just checked is still in front of the camera. */
  onHeld?: (code: string) => void;
};

const longestCode = 512;

/** Handles one scan at a time: from a code in view to a verdict, despite network failures. */
export function createScanner({ send, door }: ScannerOptions) {
  const { current, subscribe, set } = createStore<ScannerState>({ step: "ready" });
  const coolDown = createCoolDown();
  const numbers = createScanNumbers();
  let listener: ScannerListener = {};
  let running: AbortController | undefined;
  let closing: ReturnType<typeof setTimeout> | undefined;

  function clear() {
    clearTimeout(closing);
    running?.abort();
    running = undefined;
    if (current().step !== "ready") set({ step: "ready" });
  }

  /** @param ticketId a ticket that staff found by name: it needs no code, and `code` is only its mark */
  async function begin(code: string, ticketId?: number) {
    clear();
    coolDown.sent(code, Date.now());
    set({ step: "checking", code, late: false, tries: 1 });
    const { signal } = (running = new AbortController());
    const shown = ticketId === undefined ? { code: code.slice(0, longestCode) } : { ticketId };
    const scan = { ...door, ...shown, ...numbers.assign(code) };
    const answer = await settleScan(send, scan, signal, (tries) => {
      const now = current();
      if (now.step === "checking" && !now.late) listener.onLate?.();
      set({ step: "checking", code, late: true, tries });
    });
    if (!answer) return;
    numbers.settled(code);
    const outcome = { ...answer, code, at: Date.now() };
    set({ step: "verdict", outcome });
    closing = setTimeout(clear, verdictMs(outcome));
    listener.onOutcome?.(outcome);
  }

  function enter(code: string, ticketId?: number): "sent" | "busy" | "held" {
    if (current().step === "checking") return "busy";
    if (coolDown.isHeld(code, Date.now())) return "held";
    void begin(code, ticketId);
    return "sent";
  }

  return {
    current,
    subscribe,
    /** One listener at a time. @returns a function that removes it */
    listen(next: ScannerListener) {
      listener = next;
      return () => void (listener = {});
    },
    /** The camera sees a code. It is sent if the scanner is ready and the code was not just checked. */
    see(code: string) {
      const held = coolDown.isHeld(code, Date.now());
      if (current().step !== "ready") return;
      if (held) listener.onHeld?.(code);
      else void begin(code);
    },
    /** A person or a handheld scanner entered a code. It replaces a verdict, but never a scan in progress. */
    enter: (code: string) => enter(code),
    /** Staff chose a ticket that they found by name. */
    choose: (ticketId: number) => enter(`#${ticketId}`, ticketId),
    /** Dismisses the verdict, or stops waiting for one. */
    clear,
  };
}

/** How long a code must have been out of sight before it counts as shown again. */
const coolDownMs = 3000;

/**
 * Remembers which codes were sent, so a ticket held in front of the camera counts as one scan, not twenty.
 *
 * Only sent codes are remembered: a code that came into view during another ticket's verdict is new when its turn comes.
 */
export function createCoolDown(lengthMs = coolDownMs) {
  const lastSeen = new Map<string, number>();
  return {
    /** Reports that a code is in view. @returns true while it counts as already sent */
    isHeld(code: string, now: number): boolean {
      const isHeld = now - (lastSeen.get(code) ?? -Infinity) < lengthMs;
      if (isHeld) lastSeen.set(code, now);
      return isHeld;
    },
    /** Starts a code's cool-down. */
    sent(code: string, now: number): void {
      for (const [old, seen] of lastSeen) if (now - seen >= lengthMs) lastSeen.delete(old);
      lastSeen.set(code, now);
    },
  };
}

/** A scan without a response keeps its id this long, so scanning the ticket again gets that same response. */
const unsettledMs = 120_000;

/** Assigns ids to scans. The server gives the same id the same response, so retries are safe. */
function createScanNumbers() {
  const unsettled = new Map<string, Required<Pick<Scan, "scanId" | "scannedAt">>>();
  return {
    /** The id for a code's scan: a new one, unless the last one still has no response. */
    assign(code: string) {
      const stored = unsettled.get(code);
      if (stored && Date.now() - Date.parse(stored.scannedAt) < unsettledMs) return stored;
      const fresh = { scanId: newUuid(), scannedAt: new Date().toISOString() };
      unsettled.set(code, fresh);
      return fresh;
    },
    settled: (code: string) => void unsettled.delete(code),
  };
}
