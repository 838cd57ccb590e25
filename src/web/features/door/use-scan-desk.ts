import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef, useState, useSyncExternalStore } from "react";
import type { DoorEvent } from "#contract/door.ts";
import { deviceId, readGate } from "./door-storage.ts";
import type { Outcome } from "./outcome.ts";
import { doorEventQuery } from "./queries.ts";
import { createScanDesk } from "./scan-desk.ts";
import { sendScan } from "./send-scan.ts";
import { signal } from "./signals.ts";
import { verdictWords } from "./verdict-words.ts";

const heldForMs = 700;

/** The desk of one night: what it is doing, the sound of it, the counter, and whether a ticket that was checked is still in view. */
export function useScanDesk(night: DoorEvent, muted: boolean, onOutcome: (outcome: Outcome) => void) {
  const queryClient = useQueryClient();
  const [held, setHeld] = useState(false);
  const heldTimer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const [desk] = useState(() => {
    const gate = readGate();
    const door = { eventId: night.id, deviceId: deviceId(), ...(gate ? { gate } : {}) };
    return createScanDesk({ send: sendScan, door: () => door });
  });

  useEffect(
    () =>
      desk.hear({
        onLate: () => signal("late", muted),
        onHeld() {
          setHeld(true);
          clearTimeout(heldTimer.current);
          heldTimer.current = setTimeout(() => setHeld(false), heldForMs);
        },
        onOutcome(outcome) {
          signal(verdictWords(outcome, night.timeZone).tone, muted);
          onOutcome(outcome);
          if (outcome.verdict !== "admitted") return;
          // The next answer of the server corrects it; until then the counter must not lag behind the eyes.
          queryClient.setQueryData(
            doorEventQuery(night.id).queryKey,
            (old) => old && { ...old, admittedCount: old.admittedCount + 1 },
          );
        },
      }),
    [desk, muted, night, onOutcome, queryClient],
  );

  useEffect(
    () => () => {
      clearTimeout(heldTimer.current);
      desk.clear();
    },
    [desk],
  );
  const state = useSyncExternalStore(desk.subscribe, desk.current, desk.current);
  return { desk, state, held };
}
