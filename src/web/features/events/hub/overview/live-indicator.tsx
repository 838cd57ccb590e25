import { useOnline } from "#web/lib/offline.ts";
import type { UseQueryResult } from "@tanstack/react-query";
import { clsx } from "clsx";
import { useEffect, useState } from "react";
import { useOwnZone } from "#web/admin-kit/moment.tsx";
import { formatRelative } from "#web/lib/dates.ts";

/** How often an event's figures reload while someone has them open. */
export const liveMs = 5_000;
/** Figures older than this no longer count as live. */
const staleMs = 3 * liveMs;

/** The current time, accurate to a few seconds. The page's own clock ticks too slowly for live figures. */
function useSeconds() {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), liveMs);
    return () => clearInterval(timer);
  }, []);
  return now;
}

/** Says whether the figures on screen are live and, if not, how old they are. */
export function LiveIndicator({ query }: { query: Pick<UseQueryResult, "dataUpdatedAt" | "isError"> }) {
  const now = useSeconds();
  const zone = useOwnZone();
  const isOnline = useOnline();
  const { dataUpdatedAt, isError } = query;
  if (dataUpdatedAt === 0) return null;
  const isLive = isOnline && !isError && now - dataUpdatedAt < staleMs;
  const since = formatRelative(new Date(dataUpdatedAt).toISOString(), Math.max(now, dataUpdatedAt), zone);
  return (
    <p
      role="status"
      className={clsx("inline-flex items-center gap-2 text-sm font-semibold", isLive ? "text-sea" : "text-mango")}
    >
      <span aria-hidden="true" className={clsx("size-2.5 rounded-full", isLive ? "bg-sea" : "bg-mango")} />
      {isLive ? "Updating live" : isOnline ? `Not live. Updated ${since}` : `Offline. Updated ${since}`}
    </p>
  );
}
