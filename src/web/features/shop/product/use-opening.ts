import { useEffect, useState } from "react";
import { callJson } from "#web/lib/call.ts";

const tickMs = 1000;

/** How far the clock that opens drops is ahead of this device's, in ms, from one question to the server. */
async function askSkew(): Promise<number> {
  const askedAt = Date.now();
  const { now } = await callJson<{ now: string }>("GET", "/api/shop/time");
  return Date.parse(now) - (askedAt + Date.now()) / 2;
}

/**
 * Seconds until a drop opens, by the server's clock: a device's own may be hours off. Asked once, and again whenever the
 * page comes back to the screen, because a device's clock may have been set meanwhile.
 *
 * @returns undefined until the server has answered, so that the first paint matches its HTML; 0 from the opening on
 */
export function useSecondsUntil(startsAt: string | null): number | undefined {
  const [left, setLeft] = useState<number>();

  useEffect(() => {
    if (startsAt === null) return undefined;
    let skew: number | undefined;
    let isOver = false;
    const tick = () => {
      if (skew === undefined) return;
      setLeft(Math.max(0, Math.ceil((Date.parse(startsAt) - Date.now() - skew) / 1000)));
    };
    const ask = async () => {
      // Without an answer there is no countdown: the page shows the date, and reads the product again anyway.
      const newSkew = await askSkew().catch(() => skew);
      if (isOver) return;
      skew = newSkew;
      tick();
    };
    const askAgain = () => {
      if (document.visibilityState === "visible") void ask();
    };
    void ask();
    const timer = setInterval(tick, tickMs);
    document.addEventListener("visibilitychange", askAgain);
    return () => {
      isOver = true;
      setLeft(undefined);
      clearInterval(timer);
      document.removeEventListener("visibilitychange", askAgain);
    };
  }, [startsAt]);

  return left;
}

/** A wait in parts, largest first: days only if there are any. */
export function partsOf(seconds: number): { value: number; unit: string }[] {
  const days = Math.floor(seconds / 86_400);
  return [
    ...(days > 0 ? [{ value: days, unit: days === 1 ? "day" : "days" }] : []),
    { value: Math.floor(seconds / 3600) % 24, unit: "hr" },
    { value: Math.floor(seconds / 60) % 60, unit: "min" },
    { value: seconds % 60, unit: "sec" },
  ];
}
