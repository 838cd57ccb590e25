import { useEffect, useEffectEvent, useRef } from "react";

/**
 * Calls `zoom` with a factor while two fingers move apart or together on an element, or while its wheel turns with Ctrl, as
 * a touchpad's pinch does; and `toggle` on a double press.
 */
export function useZoomGestures(zoom: (by: number) => void, toggle: () => void) {
  const frame = useRef<HTMLDivElement>(null);
  const onZoom = useEffectEvent(zoom);
  const onToggle = useEffectEvent(toggle);

  useEffect(() => {
    const element = frame.current;
    if (!element) return undefined;
    let apart: number | undefined;

    const zoomByWheel = (e: WheelEvent) => {
      if (!e.ctrlKey) return;
      // Otherwise the whole page would grow.
      e.preventDefault();
      onZoom(Math.exp(-e.deltaY / 200));
    };
    const pinch = (e: TouchEvent) => {
      const [one, other] = e.touches;
      if (!one || !other) {
        apart = undefined;
        return;
      }
      e.preventDefault();
      const now = Math.hypot(one.clientX - other.clientX, one.clientY - other.clientY);
      if (apart) onZoom(now / apart);
      apart = now;
    };
    const end = () => {
      apart = undefined;
    };
    const press = () => onToggle();
    element.addEventListener("dblclick", press);
    element.addEventListener("wheel", zoomByWheel, { passive: false });
    element.addEventListener("touchmove", pinch, { passive: false });
    element.addEventListener("touchend", end);
    return () => {
      element.removeEventListener("dblclick", press);
      element.removeEventListener("wheel", zoomByWheel);
      element.removeEventListener("touchmove", pinch);
      element.removeEventListener("touchend", end);
    };
  }, []);

  return frame;
}
