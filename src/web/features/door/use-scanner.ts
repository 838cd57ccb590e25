import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useEffectEvent, useRef, useState, useSyncExternalStore } from "react";
import type { DoorEvent } from "#contract/door/door.ts";
import { deviceId, readGate } from "./door-storage.ts";
import { type Outcome, typedCode, verdictLabels } from "./verdict-labels.ts";
import { doorEventQuery, refreshFound } from "./queries.ts";
import { createScanner } from "./scanner.ts";
import { sendScan } from "./send-scan.ts";
import { signal } from "./signals.ts";

const heldForMs = 700;

/** One event's scanner: its status, sounds, counter, and whether a checked ticket is still in view. */
export function useScanner(event: DoorEvent, muted: boolean, onOutcome: (outcome: Outcome) => void) {
  const queryClient = useQueryClient();
  const [held, setHeld] = useState(false);
  const heldTimer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const [scanner] = useState(() => {
    const gate = readGate();
    const door = { eventId: event.id, deviceId: deviceId(), ...(gate ? { gate } : {}) };
    return createScanner({ send: sendScan, door });
  });

  useEffect(
    () =>
      scanner.listen({
        onLate: () => signal("late", muted),
        onHeld() {
          setHeld(true);
          clearTimeout(heldTimer.current);
          heldTimer.current = setTimeout(() => setHeld(false), heldForMs);
        },
        onOutcome(outcome) {
          signal(verdictLabels(outcome, event.timeZone).tone, muted);
          onOutcome(outcome);
          if (outcome.verdict !== "admitted") return;
          void refreshFound(queryClient, event.id);
          // The next server response corrects it; until then the counter must not lag behind what staff see.
          queryClient.setQueryData(
            doorEventQuery(event.id).queryKey,
            (old) => old && { ...old, admittedCount: old.admittedCount + 1 },
          );
        },
      }),
    [scanner, muted, event, onOutcome, queryClient],
  );

  useEffect(
    () => () => {
      clearTimeout(heldTimer.current);
      scanner.clear();
    },
    [scanner],
  );
  const state = useSyncExternalStore(scanner.subscribe, scanner.current, scanner.current);
  return { scanner, state, held };
}

/** A handheld scanner's longest gap between two characters; a person types more slowly. */
const longestGapMs = 400;
const shortestCode = 6;

/** The keys that scanners press after a code: Enter, Tab, or a carriage return or line feed as Ctrl+M and Ctrl+J. */
const endsCode = (e: KeyboardEvent) =>
  e.key === "Enter" || e.key === "Tab" || (e.ctrlKey && (e.key.toLowerCase() === "m" || e.key.toLowerCase() === "j"));

/**
 * Listens for a USB or Bluetooth scanner, which types the code wherever the focus is. A complete code counts at once; of
 * anything else, the key that the scanner presses after it is the end. Ignores typing in a field.
 */
export function useKeyScanner(onCode: (code: string) => void): void {
  const scanned = useEffectEvent(onCode);
  useEffect(() => {
    let typed = "";
    let lastAt = 0;
    let wasComplete = false;
    function finish(code: string) {
      typed = "";
      scanned(code);
    }
    function onKeyDown(e: KeyboardEvent) {
      const isEnd = endsCode(e);
      if ((!isEnd && (e.ctrlKey || e.metaKey)) || e.altKey || e.isComposing) return;
      if (e.target instanceof HTMLInputElement || e.target instanceof HTMLTextAreaElement) return;
      const now = e.timeStamp;
      if (now - lastAt > longestGapMs) {
        typed = "";
        wasComplete = false;
      }
      lastAt = now;
      if (isEnd) {
        if (!wasComplete && typed.length < shortestCode) return;
        // It must neither press the focused button nor move the focus.
        e.preventDefault();
        e.stopPropagation();
        if (!wasComplete || typed !== "") finish(typed);
        return;
      }
      if (e.key.length !== 1) return;
      typed += e.key;
      wasComplete = false;
      const code = typedCode(typed);
      if (code === undefined) return;
      wasComplete = true;
      finish(code);
    }
    window.addEventListener("keydown", onKeyDown, true);
    return () => window.removeEventListener("keydown", onKeyDown, true);
  }, []);
}
