import { useEffect, useRef, useState } from "react";

/** How to scroll for people who asked their device for less motion, and for everyone else. */
export const scrollBehavior = () => (matchMedia("(prefers-reduced-motion: reduce)").matches ? "instant" : "smooth");

/** A strip of full-width slides with native swiping. The index follows the swipe; buttons and keys move the strip. */
export function useStrip(count: number, start: number) {
  const strip = useRef<HTMLUListElement>(null);
  const [index, setIndex] = useState(start);

  useEffect(() => {
    const list = strip.current;
    if (list) list.scrollLeft = start * list.clientWidth;
  }, [start]);

  function go(target: number) {
    const list = strip.current;
    const next = Math.max(0, Math.min(count - 1, target));
    setIndex(next);
    list?.scrollTo({ left: next * list.clientWidth, behavior: scrollBehavior() });
  }

  function follow() {
    const list = strip.current;
    if (list && list.clientWidth > 0) setIndex(Math.round(list.scrollLeft / list.clientWidth));
  }

  return { strip, index, go, follow };
}

/** Whether an element is on the screen; false until that is known. */
export function useIsInView(id: string): boolean {
  const [isInView, setInView] = useState(false);
  useEffect(() => {
    const element = document.getElementById(id);
    if (!element) return undefined;
    const observer = new IntersectionObserver((entries) => setInView(entries.at(-1)?.isIntersecting === true), {
      // A sliver at the lower edge is under this bar and the navigation.
      rootMargin: "0px 0px -30% 0px",
    });
    observer.observe(element);
    return () => observer.disconnect();
  }, [id]);
  return isInView;
}
