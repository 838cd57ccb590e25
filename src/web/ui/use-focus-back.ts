import { useRef } from "react";

/** What one dialog leaves to the next when the second opens as the first closes. */
let handedOn: HTMLElement | null = null;

/**
 * Gives the focus back to where it was when something opened above the page. Radix does so only for a trigger of its own, and
 * most of ours are opened by state, by keys or by an event. Spread the answer on Radix' Content.
 */
export function useFocusBack() {
  const before = useRef<HTMLElement>(null);
  return {
    onOpenAutoFocus: () => {
      const { activeElement, body } = document;
      const isLost = activeElement === null || activeElement === body;
      before.current = isLost ? handedOn : (activeElement as HTMLElement);
      handedOn = before.current;
    },
    onCloseAutoFocus: (event: Event) => {
      event.preventDefault();
      // A dialog that opened meanwhile keeps the focus; it has our way back.
      if (document.activeElement?.closest("[role=dialog]")) return;
      const isStillThere = before.current?.isConnected && before.current.checkVisibility();
      const back = isStillThere ? before.current : document.getElementById("main");
      back?.focus({ preventScroll: true });
    },
  };
}
