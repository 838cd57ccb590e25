import { isBuyable } from "#contract/events/buyable.ts";
import {
  Act,
  EventDetail,
  EventSummary,
  OtherDate,
  type EventList,
  type EventListQuery,
  type RelatedEvents,
  type TicketType,
} from "#contract/events/events.ts";
import { requireFound } from "#server/platform/app-error.ts";
import type { Database, Queryable } from "#server/platform/db/database.ts";
import { defineList } from "#server/platform/db/list.ts";
import { formatDay } from "#server/platform/format.ts";
import { shownAs } from "#server/platform/shown.ts";
import type { SearchSource } from "#server/platform/module-parts.ts";
import { fromCents, saleStatus } from "./rules.ts";
import { readFacets } from "./list/service.ts";
import { eventPages } from "./list/store.ts";
import * as store from "./store.ts";
import { loadTicketTypes } from "./ticket-types/shown.ts";

const pageSize = 20;
const shownEvents = defineList(eventPages, (row) => row, {});

/**
 * Upcoming events (next first) or past ones (latest first), with the filters' options. The reply depends only on the
 * query, never on the caller. A fixed number of queries, however long the list.
 *
 * @throws AppError `invalid_input` for an invalid cursor
 */
export async function listEvents(db: Database, query: EventListQuery): Promise<EventList> {
  const [page, facets] = await Promise.all([findEvents(db, query, pageSize), readFacets(db, query)]);
  return { ...page, ...facets };
}

/** The events alone, without the filters' options. */
async function findEvents(db: Database, query: EventListQuery, max: number) {
  const { items, ...page } = await shownEvents.list(db, query, max);
  return { items: await toSummaries(db, items), ...page };
}

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

function toHit({ id, slug, title, status, startsAt, timeZone, venue, poster }: EventSummary, isPast: boolean) {
  const when = status === "postponed" ? "Date TBA" : formatDay(startsAt, timeZone);
  return {
    path: `/events/${id}/${slug}`,
    title,
    detail: `${when} · ${venue.city}`,
    picture: `/media/posters/${poster.key}-480.webp`,
    isPast,
  };
}

/**
 * One event with its ticket types. Types behind an access code show only to a visitor who enters it, and don't count
 * toward the "from" price or the event's sale status.
 *
 * @throws AppError `not_found` for unknown events and drafts
 */
export async function getEvent(db: Database, id: number, accessCode?: string): Promise<EventDetail> {
  const event = requireFound(await store.findShownEvent(db, id));
  const { open, shown } = (await loadTicketTypes(db, [event], accessCode)).get(id)!;
  const { refundUntil, refundFees, seriesId } = event;
  return shownAs(EventDetail)({
    ...event,
    ...salesOf(event, open),
    lineup: toLineup(event.lineup),
    ticketTypes: shown,
    refunds: refundUntil === null ? null : { until: refundUntil.toISOString(), withFees: refundFees },
    otherDates: seriesId === null ? [] : await listOtherDates(db, seriesId, id),
  });
}

/** Performers as stored, with those whose picture was never set. */
export const toLineup = (lineup: store.PublishedDetail["lineup"]): Act[] =>
  lineup.map((act) => shownAs(Act)({ ...act, picture: act.picture ?? null }));

const salesOf = ({ isOver }: store.PublishedEvent, types: TicketType[]) => ({
  fromCents: fromCents(types),
  saleStatus: saleStatus(types, isOver),
});

async function listOtherDates(db: Queryable, seriesId: number, exceptId: number): Promise<OtherDate[]> {
  const events = await store.findOtherDates(db, seriesId, exceptId);
  const types = await loadTicketTypes(db, events);
  return events.map((event) =>
    shownAs(OtherDate)({ ...event, city: event.venue.city, ...salesOf(event, types.get(event.id)!.open) }),
  );
}

const maxRelated = 4;
/** So many are considered for them, because some may be sold out. */
const fewRelated = 12;

/**
 * Upcoming events similar to one: first what can be bought, then its own city, then most categories in common, then the
 * next. Leaves out its own series, and events that don't take place.
 *
 * @throws AppError `not_found` for unknown events and drafts
 */
export async function listRelatedEvents(db: Database, id: number): Promise<RelatedEvents> {
  const event = requireFound(await store.findShownEvent(db, id));
  const similar = await toSummaries(db, await store.findRelatedEvents(db, event, fewRelated));
  const [buyable, others] = [similar.filter(isBuyable), similar.filter((each) => !isBuyable(each))];
  return { items: [...buyable, ...others].slice(0, maxRelated) };
}

/** How far the search for an event on sale goes: beyond this many sold-out ones, the home page leads with one of them. */
const maxPages = 10;

/** The next upcoming event that can be bought, as a list of one; empty if there is none among the next two hundred. */
export async function findNextBuyable(db: Database): Promise<RelatedEvents> {
  for (let page = 1; page <= maxPages; page++) {
    const { items } = await findEvents(db, { when: "upcoming", page }, pageSize);
    const next = items.find(isBuyable);
    if (next || items.length < pageSize) return { items: next ? [next] : [] };
  }
  return { items: [] };
}

async function toSummaries(db: Queryable, events: store.PublishedEvent[]): Promise<EventSummary[]> {
  const types = await loadTicketTypes(db, events);
  return events.map((event) => shownAs(EventSummary)({ ...event, ...salesOf(event, types.get(event.id)!.open) }));
}
