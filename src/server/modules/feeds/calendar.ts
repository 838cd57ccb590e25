import ical, { escape, ICalCalendarMethod, ICalEventStatus } from "ical-generator";
import type { EventState } from "#contract/events.ts";
import type { PublishedNight } from "#server/modules/events/index.ts";
import { plain } from "./plain.ts";

/** How often calendars are asked to look again. */
const lookAgainSeconds = 3600;

const states: Record<EventState, ICalEventStatus> = {
  on: ICalEventStatus.CONFIRMED,
  cancelled: ICalEventStatus.CANCELLED,
  postponed: ICalEventStatus.TENTATIVE,
};

/** Not every calendar shows a status, so the title says it too. */
const titles: Record<EventState, string> = { on: "", cancelled: "Cancelled: ", postponed: "Postponed: " };

/** A calendar's name and nights. */
export interface CalendarDraft {
  name: string;
  baseUrl: string;
  nights: PublishedNight[];
}

/**
 * Nights as an iCalendar text (RFC 5545). Instants are UTC, so that no calendar can get a zone or its summer time wrong.
 * The same night keeps its UID for ever; SEQUENCE and LAST-MODIFIED rise with each change, so that a calendar takes it
 * over. The same nights give the same bytes.
 */
export function writeCalendar({ name, baseUrl, nights }: CalendarDraft): string {
  const calendar = ical({
    // The library escapes texts of nights, but not the calendar's own name.
    name: escape(plain(name), false),
    method: ICalCalendarMethod.PUBLISH,
    prodId: { company: "Savage Gentlemen", product: "Nights", language: "EN" },
    ttl: lookAgainSeconds,
  });
  const host = new URL(baseUrl).hostname;
  for (const night of nights) {
    const { venue } = night;
    const url = `${baseUrl}/events/${night.id}/${night.slug}`;
    calendar.createEvent({
      id: `event-${night.id}@${host}`,
      sequence: revisionOf(night),
      stamp: night.updatedAt,
      created: night.createdAt,
      lastModified: night.updatedAt,
      start: night.startsAt,
      end: night.endsAt,
      summary: plain(titles[night.state] + night.title),
      description: plain(`${night.summary}\n\n${url}`),
      location: {
        title: plain(venue.name),
        address: plain([venue.address, venue.city, venue.region, venue.country].filter(Boolean).join(", ")),
        ...(venue.latitude === null || venue.longitude === null
          ? {}
          : { geo: { lat: venue.latitude, lon: venue.longitude } }),
      },
      url,
      status: states[night.state],
      categories: night.categories.map((category) => ({ name: plain(category) })),
    });
  }
  return `${calendar.toString()}\r\n`;
}

/** Rises with every change of a night, two within a second as well: the seconds of its life at that moment and its version. */
function revisionOf({ createdAt, updatedAt, version }: PublishedNight): number {
  return Math.max(0, Math.floor((updatedAt.getTime() - createdAt.getTime()) / 1000)) + version;
}
