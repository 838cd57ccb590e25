import { useEffect, useRef, useState } from "react";

/** Keeps the screen on, if the browser can. A hidden tab loses the lock and requests it again later. */
export function useWakeLock(): void {
  useEffect(() => {
    let lock: WakeLockSentinel | undefined;
    let isOver = false;

    async function hold() {
      if (document.visibilityState !== "visible" || !("wakeLock" in navigator)) return;
      try {
        lock = await navigator.wakeLock.request("screen");
        if (isOver) void lock.release();
      } catch {
        // A low battery or a setting prevents it; everything else still works.
      }
    }

    const again = () => void hold();
    again();
    document.addEventListener("visibilitychange", again);
    return () => {
      isOver = true;
      document.removeEventListener("visibilitychange", again);
      void lock?.release().catch(() => undefined);
    };
  }, []);
}

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

  function go(wanted: number) {
    const list = strip.current;
    const next = Math.max(0, Math.min(count - 1, wanted));
    setIndex(next);
    list?.scrollTo({ left: next * list.clientWidth, behavior: scrollBehavior() });
  }

  function follow() {
    const list = strip.current;
    if (list && list.clientWidth > 0) setIndex(Math.round(list.scrollLeft / list.clientWidth));
  }

  return { strip, index, go, follow };
}
