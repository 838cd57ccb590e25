import type { Scan } from "#contract/door.ts";
import { createCoolDown } from "./cool-down.ts";
import { type Outcome, verdictMs } from "./outcome.ts";
import { readRefusal, type SendScan } from "./send-scan.ts";

export type DeskState =
  | { step: "ready" }
  /** `late` from the first failure on, or when the server takes long: not admitted yet, and the screen says so. */
  | { step: "checking"; code: string; late: boolean; tries: number }
  | { step: "verdict"; outcome: Outcome };

export type DeskOptions = {
  send: SendScan;
  /** What every scan of this door carries. */
  door: () => Pick<Scan, "eventId" | "deviceId" | "gate">;
  onOutcome?: (outcome: Outcome) => void;
  onLate?: () => void;
  /** A code that was just checked is still before the camera. */
  onHeld?: (code: string) => void;
};

export type ScanDesk = ReturnType<typeof createScanDesk>;

const answerWithinMs = 6000;
const lateAfterMs = 2000;
const waitsMs = [500, 1000, 2000, 3000];
/** A scan that nobody heard the answer of keeps its number this long, so that showing the ticket again asks for that answer. */
const unsettledMs = 120_000;

/** The door's one scan at a time: from a code in view to a verdict, through whatever the network does. */
export function createScanDesk({ send, door, onOutcome, onLate, onHeld }: DeskOptions) {
  let state: DeskState = { step: "ready" };
  let running: AbortController | undefined;
  let closing: ReturnType<typeof setTimeout> | undefined;
  const listeners = new Set<() => void>();
  const coolDown = createCoolDown();
  const unsettled = new Map<string, { scanId: string; scannedAt: string; at: number }>();

  function set(next: DeskState) {
    state = next;
    for (const listener of listeners) listener();
  }

  function clear() {
    clearTimeout(closing);
    running?.abort();
    running = undefined;
    if (state.step !== "ready") set({ step: "ready" });
  }

  function conclude(outcome: Outcome) {
    set({ step: "verdict", outcome });
    closing = setTimeout(clear, verdictMs(outcome));
    onOutcome?.(outcome);
  }

  function numberFor(code: string) {
    const kept = unsettled.get(code);
    if (kept && Date.now() - kept.at < unsettledMs) return kept;
    const fresh = { scanId: crypto.randomUUID(), scannedAt: new Date().toISOString(), at: Date.now() };
    unsettled.set(code, fresh);
    return fresh;
  }

  async function settle(code: string) {
    const attempt = (running = new AbortController());
    const { scanId, scannedAt } = numberFor(code);
    const scan: Scan = { ...door(), code: code.slice(0, 512), scanId, scannedAt };
    let tries = 1;
    const beLate = () => {
      if (attempt.signal.aborted) return;
      if (state.step === "checking" && !state.late) onLate?.();
      set({ step: "checking", code, late: true, tries });
    };
    const slow = setTimeout(beLate, lateAfterMs);
    attempt.signal.addEventListener("abort", () => clearTimeout(slow));
    set({ step: "checking", code, late: false, tries });

    for (; !attempt.signal.aborted; tries++) {
      const outcome = await ask(scan, attempt.signal);
      if (attempt.signal.aborted) return;
      if (outcome) {
        clearTimeout(slow);
        unsettled.delete(code);
        return conclude({ ...outcome, code, at: Date.now() });
      }
      beLate();
      await pause(waitsMs[Math.min(tries, waitsMs.length) - 1]!, attempt.signal);
    }
  }

  async function ask(scan: Scan, signal: AbortSignal): Promise<Omit<Outcome, "code" | "at"> | undefined> {
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

  function begin(code: string) {
    clear();
    coolDown.sent(code, Date.now());
    void settle(code);
  }

  return {
    current: () => state,
    subscribe(listener: () => void) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    /** The camera sees a code. It is sent when the desk is free and the code is not the one just checked. */
    see(code: string) {
      const held = coolDown.isHeld(code, Date.now());
      if (state.step !== "ready") return;
      if (held) onHeld?.(code);
      else begin(code);
    },
    /** A person or a hand scanner entered a code: it takes the place of a verdict, never of a scan under way. */
    enter(code: string): "sent" | "busy" | "held" {
      if (state.step === "checking") return "busy";
      if (coolDown.isHeld(code, Date.now())) return "held";
      begin(code);
      return "sent";
    },
    /** Takes the verdict away, or stops asking for one. */
    clear,
  };
}

/** Waits, but not a moment longer than until the network is back. */
function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const go = () => {
      clearTimeout(timer);
      globalThis.removeEventListener?.("online", go);
      resolve();
    };
    const timer = setTimeout(go, ms);
    signal.addEventListener("abort", go, { once: true });
    globalThis.addEventListener?.("online", go);
  });
}
