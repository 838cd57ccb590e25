import type { EventStatus } from "#contract/events/events.ts";
import { formatLongDate } from "./dates.ts";

type Dated = { startsAt: string; timeZone: string; status?: EventStatus | undefined };

/** True while an event has a date. A postponed one has none until staff set a new one; its old date must not be shown. */
export const hasDate = ({ status }: Pick<Dated, "status">): boolean => status !== "postponed";

/** In place of a postponed event's date, in a sentence or as a fact of its own. */
export const noDate = "New date to be announced";
/** The same where there is little room. */
export const noDateShort = "Date TBA";

/** "November 28, 2026 at 10:00 PM EST", in the event's time zone; or that it has no date. */
export const eventDate = (event: Dated): string =>
  hasDate(event) ? formatLongDate(event.startsAt, event.timeZone) : noDate;
