import { useEffect, useRef } from "react";

/** A handheld scanner's longest gap between two characters; a person types more slowly. */
const longestGapMs = 400;
const shortestCode = 6;

/** Listens for a USB or Bluetooth scanner, which types the code and Enter wherever the focus is. Ignores typing in a field. */
export function useKeyScanner(onCode: (code: string) => void): void {
  const latest = useRef(onCode);
  useEffect(() => {
    latest.current = onCode;
  });

  useEffect(() => {
    let typed = "";
    let lastAt = 0;
    function onKeyDown(e: KeyboardEvent) {
      if (e.ctrlKey || e.metaKey || e.altKey || e.isComposing) return;
      if (e.target instanceof HTMLInputElement || e.target instanceof HTMLTextAreaElement) return;
      const now = e.timeStamp;
      if (now - lastAt > longestGapMs) typed = "";
      lastAt = now;
      if (e.key.length === 1) {
        typed += e.key;
        return;
      }
      if (e.key !== "Enter" || typed.length < shortestCode) return;
      // Enter must not press the focused button.
      e.preventDefault();
      e.stopPropagation();
      latest.current(typed);
      typed = "";
    }
    window.addEventListener("keydown", onKeyDown, true);
    return () => window.removeEventListener("keydown", onKeyDown, true);
  }, []);
}
