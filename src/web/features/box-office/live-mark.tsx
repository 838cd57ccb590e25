import type { UseQueryResult } from "@tanstack/react-query";
import { clsx } from "clsx";
import { useEffect, useState, useSyncExternalStore } from "react";
import { formatRelative } from "#web/lib/dates.ts";
import { useOwnZone } from "#web/features/desk/moment.tsx";

/** How often a night's figures are read anew while somebody looks. */
export const liveMs = 5_000;
/** Figures older than this are not called live. */
const staleMs = 3 * liveMs;

function watchLine(changed: () => void) {
  addEventListener("online", changed);
  addEventListener("offline", changed);
  return () => {
    removeEventListener("online", changed);
    removeEventListener("offline", changed);
  };
}
const useOnline = () =>
  useSyncExternalStore(
    watchLine,
    () => navigator.onLine,
    () => true,
  );

/** The time, good to a few seconds: the page's own clock ticks too slowly for what is called live. */
function useSeconds() {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), liveMs);
    return () => clearInterval(timer);
  }, []);
  return now;
}

/** Whether the figures in sight are those of now, and if not, of when. */
export function LiveMark({ query }: { query: Pick<UseQueryResult, "dataUpdatedAt" | "isError"> }) {
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
      {isLive ? "Live" : isOnline ? `Not live: figures of ${since}` : `No connection: figures of ${since}`}
    </p>
  );
}
