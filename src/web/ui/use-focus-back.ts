import { useRef } from "react";

/** The return element that a closing dialog passes on when a second dialog opens. */
let handedOn: HTMLElement | null = null;

/**
 * Returns focus to where it was before an overlay opened. Radix does so only for its own trigger, and most of ours open
 * by state, by keyboard or by an event. Spread the result on Radix's Content.
 */
export function useFocusBack() {
  const before = useRef<HTMLElement>(null);
  return {
    onOpenAutoFocus: () => {
      const { activeElement, body } = document;
      const isLost = activeElement === null || activeElement === body;
      before.current = isLost ? handedOn : (findMenuButton(activeElement) ?? (activeElement as HTMLElement));
      handedOn = before.current;
    },
    onCloseAutoFocus: (e: Event) => {
      e.preventDefault();
      // A dialog that opened meanwhile keeps the focus. It has our return element. So does a field of the page behind.
      if (document.activeElement?.closest("[role=dialog], #main input, #main textarea")) return;
      const isStillThere = before.current?.isConnected && before.current.checkVisibility();
      const back = isStillThere ? before.current : document.getElementById("main");
      back?.focus({ preventScroll: true });
    },
  };
}

/** The button of the menu that has the focus: a menu whose item opens a dialog is gone when the dialog closes. */
function findMenuButton(focused: Element): HTMLElement | null {
  const buttonId = focused.closest("[role=menu]")?.getAttribute("aria-labelledby");
  return buttonId ? document.getElementById(buttonId) : null;
}
