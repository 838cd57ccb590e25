import { type RefObject, useEffect } from "react";

/** Says on which sides a row can be scrolled, so that it fades there: see `data-fade` in the styles. */
function markSides(box: HTMLElement): void {
  const rest = box.scrollWidth - box.clientWidth - Math.abs(box.scrollLeft);
  box.dataset.fade = [box.scrollLeft > 1 && "start", rest > 1 && "end"].filter(Boolean).join(" ");
}

/** Fades a row on the sides on which there is more of it. */
export function useScrollFade(row: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const box = row.current;
    if (!box) return undefined;
    const mark = () => markSides(box);
    mark();
    box.addEventListener("scroll", mark, { passive: true });
    const sizes = new ResizeObserver(mark);
    sizes.observe(box);
    if (box.firstElementChild) sizes.observe(box.firstElementChild);
    return () => {
      box.removeEventListener("scroll", mark);
      sizes.disconnect();
    };
  }, [row]);
}
