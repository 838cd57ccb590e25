import ical, { escape, ICalCalendarMethod, ICalEventStatus } from "ical-generator";
import type { EventStatus } from "#contract/events/events.ts";
import type { MailAttachment } from "#server/modules/email/index.ts";
import type { Deps } from "#server/platform/deps.ts";
import { formatTime } from "#server/platform/format.ts";
import { plain } from "#server/platform/html.ts";
import { findShownEvent, type EventInfo, type PublishedEvent } from "./store.ts";

/** How often calendars should refresh. */
const refreshSeconds = 3600;

const statuses: Record<Exclude<EventStatus, "postponed">, ICalEventStatus> = {
  on: ICalEventStatus.CONFIRMED,
  canceled: ICalEventStatus.CANCELLED,
};

const marks: Record<EventStatus, string> = { on: "", canceled: "Canceled: ", postponed: "Postponed: " };

/** Not every calendar and feed reader shows a status, so the title has it too. */
export const titleOf = ({ status, title }: PublishedEvent): string => plain(marks[status] + title);

/** An event's categories, as calendars and feed readers take them. */
export const categoriesOf = ({ categories }: PublishedEvent) => categories.map((name) => ({ name: plain(name) }));

/**
 * Events as iCalendar text (RFC 5545). Times are UTC, so that no calendar can get a time zone or daylight saving time
 * wrong. An event keeps its UID forever; SEQUENCE and LAST-MODIFIED increase with each change, so that calendars apply
 * it. A postponed event is left out. The same events give the same bytes.
 */
export function writeCalendar(name: string, events: PublishedEvent[], baseUrl: string): string {
  const calendar = ical({
    // The library escapes event texts, but not the calendar's own name.
    name: escape(plain(name), false),
    method: ICalCalendarMethod.PUBLISH,
    prodId: { company: "Savage Gentlemen", product: "Events", language: "EN" },
    ttl: refreshSeconds,
  });
  const host = new URL(baseUrl).hostname;
  for (const event of events) {
    const { venue, status } = event;
    // It has no date. Calendars that subscribe to this one drop it, and get it back with its new date.
    if (status === "postponed") continue;
    const url = `${baseUrl}/events/${event.id}/${event.slug}`;
    calendar.createEvent({
      id: `event-${event.id}@${host}`,
      sequence: revisionOf(event),
      stamp: event.updatedAt,
      created: event.createdAt,
      lastModified: event.updatedAt,
      start: event.startsAt,
      end: event.endsAt,
      summary: titleOf(event),
      description: plain([doorsOf(event), event.summary, url].filter(Boolean).join("\n\n")),
      location: {
        title: plain(venue.name),
        address: plain([venue.address, venue.city, venue.region, venue.country].filter(Boolean).join(", ")),
        ...(venue.latitude === null || venue.longitude === null
          ? {}
          : { geo: { lat: venue.latitude, lon: venue.longitude } }),
      },
      url,
      status: statuses[status],
      categories: categoriesOf(event),
    });
  }
  return `${calendar.toString()}\r\n`;
}

/** When people are let in, or on board: the start of an entry is when the event begins. */
const doorsOf = ({ doorsAt, timeZone }: PublishedEvent): string =>
  doorsAt === null ? "" : `Doors ${formatTime(doorsAt, timeZone)}`;

/**
 * Increases with every change of an event, even two within a second: its age in seconds at that moment plus its
 * version.
 */
function revisionOf({ createdAt, updatedAt, version }: PublishedEvent): number {
  return Math.max(0, Math.floor((updatedAt.getTime() - createdAt.getTime()) / 1000)) + version;
}

/** The dates of events for the reader's calendar. One that has no date yet, or no page, is left out. */
export function calendarFile(deps: Pick<Deps, "db" | "config">, events: EventInfo[]): MailAttachment[] {
  const dated = events.filter(({ status }) => status !== "postponed");
  const [first] = dated;
  if (first === undefined) return [];
  return [
    {
      filename: `${dated.length === 1 ? first.slug : "events"}.ics`,
      contentType: "text/calendar; charset=utf-8; method=PUBLISH",
      async read() {
        const found = await Promise.all(dated.map(({ id }) => findShownEvent(deps.db, id)));
        const shown = found.filter((event) => event !== undefined);
        return writeCalendar("Savage Gentlemen", shown, deps.config.baseUrl);
      },
    },
  ];
}
