import type { ReactNode } from "react";

/** Scrolls to an element and focuses it, so that thumb, eye and screen reader are where something new is said. */
export function focusInView(element: HTMLElement | null): void {
  element?.scrollIntoView({ block: "center" });
  element?.focus({ preventScroll: true });
}

/**
 * Around what answers a press, such as a refusal: on a phone the button is pinned to the bottom, and what appears further
 * up would go unnoticed. Give it a new key if the answer changes in place.
 */
export const Focused = ({ children }: { children: ReactNode }) => (
  <div ref={focusInView} tabIndex={-1} className="scroll-my-24 outline-none">
    {children}
  </div>
);
