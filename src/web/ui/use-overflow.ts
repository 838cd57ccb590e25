import { useCallback, useState, type RefCallback } from "react";

/** Whether a strip overflows: only a strip that scrolls is a Tab stop. Checks again when its size changes. */
export function useOverflow<Strip extends HTMLElement>(): [RefCallback<Strip>, boolean] {
  const [overflows, setOverflows] = useState(false);
  const watch = useCallback((strip: Strip) => {
    const observer = new ResizeObserver(() => setOverflows(strip.scrollWidth > strip.clientWidth));
    observer.observe(strip);
    return () => observer.disconnect();
  }, []);
  return [watch, overflows];
}
