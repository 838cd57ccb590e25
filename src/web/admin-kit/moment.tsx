import { useSyncExternalStore } from "react";
import { formatDay, formatLongDate, formatRelative, formatShortDate, formatTime } from "#web/lib/dates.ts";
import { useNow } from "#web/lib/use-now.ts";

const never = () => () => undefined;
let ownZone: string | undefined;
const readZone = () => (ownZone ??= Intl.DateTimeFormat().resolvedOptions().timeZone || "UTC");

/** The viewer's own time zone; UTC in the server's HTML, which can't know it. */
export const useOwnZone = () => useSyncExternalStore(never, readZone, () => "UTC");

/** The time of something that belongs to no event: "4 minutes ago" for one day, then the date and time. */
export function Moment({ at, relative = false }: { at: string; relative?: boolean }) {
  const zone = useOwnZone();
  const now = useNow();
  const isFresh = relative && now - Date.parse(at) < 86_400_000;
  return (
    <time dateTime={at} title={formatLongDate(at, zone)} className="whitespace-nowrap tabular-nums">
      {isFresh ? formatRelative(at, now, zone) : `${formatShortDate(at, zone)}, ${formatTime(at, zone)}`}
    </time>
  );
}

/** The time of something at an event, in the event's time zone. */
export function EventMoment({ at, timeZone, withTime = true }: { at: string; timeZone: string; withTime?: boolean }) {
  return (
    <time dateTime={at} title={formatLongDate(at, timeZone)} className="whitespace-nowrap tabular-nums">
      {withTime ? `${formatDay(at, timeZone)}, ${formatTime(at, timeZone)}` : formatDay(at, timeZone)}
    </time>
  );
}
