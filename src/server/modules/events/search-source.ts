import type { EventSummary } from "#contract/events.ts";
import type { Database } from "#server/platform/db/database.ts";
import { formatDay } from "#server/platform/format.ts";
import type { SearchSource } from "#server/platform/search-source.ts";
import { findEvents } from "./service.ts";

/** Events in the site's search: upcoming ones first, then past ones. */
export function eventsSearch(db: Database): SearchSource {
  return {
    kind: "events",
    label: "Events",
    listPath: (q) => `/events?${new URLSearchParams({ q }).toString()}`,
    async find(q, limit) {
      const [upcoming, past] = await Promise.all([
        findEvents(db, { when: "upcoming", q }, limit),
        findEvents(db, { when: "past", q }, limit),
      ]);
      const hits = [
        ...upcoming.items.map((event) => toHit(event, false)),
        ...past.items.map((event) => toHit(event, true)),
      ];
      return { total: upcoming.total + past.total, hits: hits.slice(0, limit) };
    },
  };
}

function toHit({ id, slug, title, startsAt, timeZone, venue, poster }: EventSummary, isPast: boolean) {
  return {
    path: `/events/${id}/${slug}`,
    title,
    detail: `${formatDay(startsAt, timeZone)} · ${venue.city}`,
    picture: `/media/posters/${poster.key}-480.webp`,
    isPast,
  };
}
