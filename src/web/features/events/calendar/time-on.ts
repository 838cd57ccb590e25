import type { EventMarker } from "#contract/events/markers.ts";
import { dayOf, formatCalendarDay, formatTime } from "#web/lib/dates.ts";
import { lastDayOf } from "../days.ts";

/** When an event is, on one of its days: "10:00 PM" on the first, "until Mon, Jun 7" on the others. */
export const timeOn = (day: string, event: EventMarker): string =>
  day === dayOf(event.startsAt, event.timeZone)
    ? formatTime(event.startsAt, event.timeZone)
    : `until ${formatCalendarDay(lastDayOf(event))}`;
