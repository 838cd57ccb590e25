import { queryOptions, useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { callApi } from "#web/lib/api.ts";
import { apiPath } from "#web/lib/paths.ts";

const tickMs = 1000;

/** How a device's clock compares to the server's. */
type ServerClock = {
  /** How far the clock that opens drops is ahead of this device's, in ms. */
  skew: number;
  /** How far this device's clock is ahead of its timer, in ms: another value later means that it was set. */
  lead: number;
};

const leadNow = () => Date.now() - performance.now();
/** A device's clock and its timer drift apart by less. */
const maxDriftMs = 2000;

/** Asks the server once for its time. */
async function readServerClock(): Promise<ServerClock> {
  const askedAt = Date.now();
  const { now } = await callApi("GET /api/shop/time");
  return { skew: Date.parse(now) - (askedAt + Date.now()) / 2, lead: leadNow() };
}

const clockQuery = queryOptions({
  queryKey: [apiPath("GET /api/shop/time")],
  queryFn: readServerClock,
  gcTime: Infinity,
});

/**
 * Seconds until a drop opens, by the server's clock: a device's own may be hours off. The server is asked once, and again
 * only if the device's clock was set meanwhile, which shows when the page comes back to the screen.
 *
 * @returns undefined until the server has answered, so that the first paint matches its HTML; 0 from the opening on
 */
export function useSecondsUntil(startsAt: string | null): number | undefined {
  const [left, setLeft] = useState<number>();
  const queryClient = useQueryClient();
  // Without an answer there is no countdown: the page shows the date, and reads the product again anyway.
  const { data: clock } = useQuery({ ...clockQuery, enabled: startsAt !== null });

  useEffect(() => {
    if (startsAt === null || clock === undefined) return undefined;
    const tick = () => setLeft(Math.max(0, Math.ceil((Date.parse(startsAt) - Date.now() - clock.skew) / 1000)));
    const askIfSet = () => {
      const isSet = Math.abs(leadNow() - clock.lead) > maxDriftMs;
      if (document.visibilityState === "visible" && isSet) void queryClient.invalidateQueries(clockQuery);
    };
    tick();
    const timer = setInterval(tick, tickMs);
    document.addEventListener("visibilitychange", askIfSet);
    return () => {
      setLeft(undefined);
      clearInterval(timer);
      document.removeEventListener("visibilitychange", askIfSet);
    };
  }, [startsAt, clock, queryClient]);

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
