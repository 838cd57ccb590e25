import type {
  EventDetail,
  EventList,
  EventListQuery,
  EventSummary,
  OtherDate,
  RelatedEvents,
  TicketType,
} from "#contract/events.ts";
import { AppError } from "#server/platform/app-error.ts";
import type { Database, Queryable } from "#server/platform/db/database.ts";
import { defineList } from "#server/platform/db/list.ts";
import { fromCents, saleStatus } from "./rules.ts";
import { loadTicketTypes } from "./shown-types/service.ts";
import { readFacets } from "./list/facets.ts";
import { eventPages } from "./list/store.ts";
import { findRelatedEvents } from "./related/store.ts";
import * as store from "./store.ts";

const pageSize = 20;
const shownEvents = defineList(eventPages, (row) => row);

/**
 * Upcoming events (next first) or past ones (latest first), with the filters' options. The reply depends only on the
 * query, never on the caller. A fixed number of queries, however long the list.
 *
 * @throws AppError `invalid_input` for an invalid cursor
 */
export async function listEvents(db: Database, query: EventListQuery): Promise<EventList> {
  const [{ items, ...page }, facets] = await Promise.all([findEvents(db, query, pageSize), readFacets(db, query)]);
  return { items, ...page, ...facets };
}

/** The events alone, without the filters' options. */
export async function findEvents(
  db: Database,
  query: EventListQuery,
  most: number,
): Promise<Omit<EventList, "cities" | "categories">> {
  const { items, ...page } = await shownEvents.list(db, query, most);
  const types = await loadTicketTypes(db, items);
  return { items: items.map((event) => toSummary(event, types.get(event.id)!.open)), ...page };
}

/**
 * One event with its ticket types. Types behind an access code show only to a visitor who enters it, and don't count
 * toward the "from" price or the event's sale status.
 *
 * @throws AppError `not_found` for unknown events and drafts
 */
export async function getEvent(db: Database, id: number, accessCode?: string): Promise<EventDetail> {
  const event = await store.findEvent(db, id);
  if (event === undefined) throw new AppError("not_found");
  return toDetail(db, event, accessCode);
}

const mostRelated = 4;

/**
 * Upcoming events similar to one: most categories in common first, its own city before others, then the next. Leaves
 * out its own series, and events that don't take place.
 *
 * @throws AppError `not_found` for unknown events and drafts
 */
export async function listRelatedEvents(db: Database, id: number): Promise<RelatedEvents> {
  const event = await store.findEvent(db, id);
  if (event === undefined) throw new AppError("not_found");
  const events = await findRelatedEvents(db, event, mostRelated);
  const types = await loadTicketTypes(db, events);
  return { items: events.map((related) => toSummary(related, types.get(related.id)!.open)) };
}

/**
 * The same event as its page would show it now, for its editors: drafts included.
 *
 * @throws AppError `not_found`
 */
export async function previewEvent(db: Queryable, id: number): Promise<EventDetail> {
  const event = await store.findEventForStaff(db, id);
  if (event === undefined) throw new AppError("not_found");
  return toDetail(db, event);
}

async function toDetail(db: Queryable, event: store.EventDetailRow, accessCode?: string): Promise<EventDetail> {
  const { id } = event;
  const { open, shown } = (await loadTicketTypes(db, [event], accessCode)).get(id)!;
  return {
    ...toSummary(event, open),
    description: event.description,
    descriptionHtml: event.descriptionHtml,
    ageRule: event.ageRule,
    dressCode: event.dressCode,
    lineup: event.lineup.map(({ name, role, picture }) => ({ name, role, picture: picture ?? null })),
    policies: event.policies,
    gallery: event.gallery,
    ticketTypes: shown,
    statusNote: event.statusNote,
    refunds: event.refundUntil === null ? null : { until: event.refundUntil.toISOString(), withFees: event.refundFees },
    movedFrom: event.movedFrom?.toISOString() ?? null,
    seo: { title: event.seoTitle, description: event.seoDescription },
    recap: event.recap,
    otherDates: event.seriesId === null ? [] : await listOtherDates(db, event.seriesId, id),
  };
}

async function listOtherDates(db: Queryable, seriesId: number, exceptId: number): Promise<OtherDate[]> {
  const events = await store.findOtherDates(db, seriesId, exceptId);
  const types = await loadTicketTypes(db, events);
  return events.map(({ id, slug, title, startsAt, timeZone, venue, status, isOver }) => ({
    id,
    slug,
    title,
    startsAt: startsAt.toISOString(),
    timeZone,
    city: venue.city,
    saleStatus: saleStatus(types.get(id)!.open, isOver),
    status,
  }));
}

function toSummary(event: store.EventSummaryRow, types: TicketType[]): EventSummary {
  return {
    id: event.id,
    slug: event.slug,
    title: event.title,
    summary: event.summary,
    startsAt: event.startsAt.toISOString(),
    doorsAt: event.doorsAt?.toISOString() ?? null,
    endsAt: event.endsAt.toISOString(),
    timeZone: event.timeZone,
    venue: event.venue,
    poster: event.poster,
    categories: event.categories,
    fromCents: fromCents(types),
    currency: event.currency,
    saleStatus: saleStatus(types, event.isOver),
    status: event.status,
  };
}
