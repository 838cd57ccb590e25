import { useSyncExternalStore } from "react";
import { toLocalTime } from "#contract/zoned-time.ts";
import { formatDay, formatLongDate, formatRelative, formatShortDate, formatTime, zoneName } from "#web/lib/dates.ts";
import { useBrandZone } from "#web/lib/site.ts";
import { useNow } from "#web/lib/use-now.ts";

const never = () => () => undefined;
let ownZone: string | undefined;
const readZone = () => (ownZone ??= Intl.DateTimeFormat().resolvedOptions().timeZone || "UTC");

/** The viewer's own time zone; UTC in the server's HTML, which can't know it. */
export const useOwnZone = () => useSyncExternalStore(never, readZone, () => "UTC");

/** The viewer's own time zone; undefined in the server's HTML, which can't know it. */
const useKnownZone = () => useSyncExternalStore(never, readZone, () => undefined);

type MomentProps = { at: string; relative?: boolean; timeZone?: string | undefined };

/**
 * The time of something, in the brand's time zone, or in that of the event that it belongs to: "4 minutes ago" for one day,
 * then the date and time. To someone whose clocks differ it names the zone.
 */
export function Moment({ at, relative = false, timeZone }: MomentProps) {
  const brandZone = useBrandZone();
  const zone = timeZone ?? brandZone;
  const viewerZone = useKnownZone();
  const isElsewhere = viewerZone !== undefined && toLocalTime(at, viewerZone) !== toLocalTime(at, zone);
  const now = useNow();
  const isFresh = relative && now - Date.parse(at) < 86_400_000;
  return (
    <time dateTime={at} title={formatLongDate(at, zone)} className="tabular-nums columns:[td_&]:whitespace-nowrap">
      {isFresh
        ? formatRelative(at, now, zone)
        : `${formatShortDate(at, zone)}, ${formatTime(at, zone)}${isElsewhere ? ` ${zoneName(at, zone)}` : ""}`}
    </time>
  );
}

/** The time of something at an event, in the event's time zone. */
export function EventMoment({ at, timeZone, withTime = true }: { at: string; timeZone: string; withTime?: boolean }) {
  return (
    <time dateTime={at} title={formatLongDate(at, timeZone)} className="tabular-nums columns:[td_&]:whitespace-nowrap">
      {withTime ? `${formatDay(at, timeZone)}, ${formatTime(at, timeZone)}` : formatDay(at, timeZone)}
    </time>
  );
}

type NamedEvent = { title: string; startsAt: string; timeZone: string };

/** An event in a row about something else, told apart from its namesakes: "Soca Brunch, Sat, Dec 5". */
export const EventName = ({ event }: { event: NamedEvent }) => (
  <>
    {event.title}, <EventMoment at={event.startsAt} timeZone={event.timeZone} withTime={false} />
  </>
);
