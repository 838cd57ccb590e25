import { useEffect } from "react";

/** Keeps the phone's screen on while scanning; requested again whenever the page becomes visible. */
export function useWakeLock(): void {
  useEffect(() => {
    let lock: WakeLockSentinel | undefined;
    let over = false;
    async function take() {
      if (document.visibilityState !== "visible" || !("wakeLock" in navigator)) return;
      try {
        lock = await navigator.wakeLock.request("screen");
        if (over) await lock.release();
      } catch {
        // A phone in battery-saving mode refuses; scanning continues.
      }
    }
    const takeAgain = () => void take();
    takeAgain();
    document.addEventListener("visibilitychange", takeAgain);
    return () => {
      over = true;
      document.removeEventListener("visibilitychange", takeAgain);
      void lock?.release().catch(() => undefined);
    };
  }, []);
}
