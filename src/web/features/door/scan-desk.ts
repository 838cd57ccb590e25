import type { Scan } from "#contract/door.ts";
import { createCoolDown } from "./cool-down.ts";
import { type Outcome, verdictMs } from "./outcome.ts";
import { createScanNumbers } from "./scan-numbers.ts";
import type { SendScan } from "./send-scan.ts";
import { settleScan } from "./settle-scan.ts";
import { createStore } from "./store.ts";

export type DeskState =
  | { step: "ready" }
  /** `late` from the first failure on, or when the server takes long: not admitted yet, and the screen says so. */
  | { step: "checking"; code: string; late: boolean; tries: number }
  | { step: "verdict"; outcome: Outcome };

export type DeskOptions = {
  send: SendScan;
  /** What every scan of this door carries. */
  door: () => Pick<Scan, "eventId" | "deviceId" | "gate">;
};

/** What a desk tells besides its state. */
export type DeskListener = {
  onOutcome?: (outcome: Outcome) => void;
  onLate?: () => void;
  /** A code that was just checked is still before the camera. */
  onHeld?: (code: string) => void;
};

export type ScanDesk = ReturnType<typeof createScanDesk>;

const longestCode = 512;

/** The door's one scan at a time: from a code in view to a verdict, through whatever the network does. */
export function createScanDesk({ send, door }: DeskOptions) {
  const state = createStore<DeskState>({ step: "ready" });
  const coolDown = createCoolDown();
  const numbers = createScanNumbers();
  let listener: DeskListener = {};
  let running: AbortController | undefined;
  let closing: ReturnType<typeof setTimeout> | undefined;

  function clear() {
    clearTimeout(closing);
    running?.abort();
    running = undefined;
    if (state.current().step !== "ready") state.set({ step: "ready" });
  }

  async function begin(code: string) {
    clear();
    coolDown.sent(code, Date.now());
    state.set({ step: "checking", code, late: false, tries: 1 });
    const { signal } = (running = new AbortController());
    const scan: Scan = { ...door(), code: code.slice(0, longestCode), ...numbers.take(code) };
    const answer = await settleScan(send, scan, signal, (tries) => {
      const current = state.current();
      if (current.step === "checking" && !current.late) listener.onLate?.();
      state.set({ step: "checking", code, late: true, tries });
    });
    if (!answer) return;
    numbers.settled(code);
    const outcome = { ...answer, code, at: Date.now() };
    state.set({ step: "verdict", outcome });
    closing = setTimeout(clear, verdictMs(outcome));
    listener.onOutcome?.(outcome);
  }

  return {
    current: state.current,
    subscribe: state.subscribe,
    /** One listener at a time. @returns what ends it */
    hear(next: DeskListener) {
      listener = next;
      return () => void (listener = {});
    },
    /** The camera sees a code. It is sent when the desk is free and the code is not the one just checked. */
    see(code: string) {
      const held = coolDown.isHeld(code, Date.now());
      if (state.current().step !== "ready") return;
      if (held) listener.onHeld?.(code);
      else void begin(code);
    },
    /** A person or a hand scanner entered a code: it takes the place of a verdict, never of a scan under way. */
    enter(code: string): "sent" | "busy" | "held" {
      if (state.current().step === "checking") return "busy";
      if (coolDown.isHeld(code, Date.now())) return "held";
      void begin(code);
      return "sent";
    },
    /** Takes the verdict away, or stops asking for one. */
    clear,
  };
}
