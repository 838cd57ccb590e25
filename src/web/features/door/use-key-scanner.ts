import { useEffect, useRef } from "react";

/** A hand scanner types a whole code within this time between two letters; a person at a keyboard does not. */
const longestGapMs = 400;
const shortestCode = 6;

/** Hears a USB or Bluetooth hand scanner, which types the code and Enter wherever the focus is. Typing into a field is left alone. */
export function useKeyScanner(onCode: (code: string) => void): void {
  const latest = useRef(onCode);
  useEffect(() => {
    latest.current = onCode;
  });

  useEffect(() => {
    let typed = "";
    let lastAt = 0;
    function hear(event: KeyboardEvent) {
      if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return;
      if (event.target instanceof HTMLInputElement || event.target instanceof HTMLTextAreaElement) return;
      const now = event.timeStamp;
      if (now - lastAt > longestGapMs) typed = "";
      lastAt = now;
      if (event.key.length === 1) {
        typed += event.key;
        return;
      }
      if (event.key !== "Enter" || typed.length < shortestCode) return;
      // Enter must not press whichever button has the focus.
      event.preventDefault();
      event.stopPropagation();
      latest.current(typed);
      typed = "";
    }
    window.addEventListener("keydown", hear, true);
    return () => window.removeEventListener("keydown", hear, true);
  }, []);
}
