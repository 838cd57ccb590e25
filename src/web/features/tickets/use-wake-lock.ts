import { useEffect } from "react";

/** Keeps the screen lit while a code is shown, where the browser can. The lock is lost with the tab's focus and taken again with it. */
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
        // A low battery or a setting forbids it; the ticket still shows.
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
