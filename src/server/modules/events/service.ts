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
import { fromCents, saleState } from "./rules.ts";
import { loadTicketTypes } from "./shown-types/service.ts";
import { readFacets } from "./list/facets.ts";
import { findNights } from "./list/store.ts";
import { findRelatedNights } from "./related/store.ts";
import * as store from "./store.ts";

const pageSize = 20;

/**
 * Nights to come (next first) or gone by (latest first), with what the filters can offer. The answer depends on the
 * question alone, never on who asks. A fixed number of queries, however long the list.
 *
 * @throws AppError `invalid_input` for a cursor that is none
 */
export async function listEvents(db: Database, query: EventListQuery): Promise<EventList> {
  const [{ items, ...page }, facets] = await Promise.all([findEvents(db, query, pageSize), readFacets(db, query)]);
  return { items, ...page, ...facets };
}

/** The nights alone, without what the filters can offer. */
export async function findEvents(
  db: Database,
  query: EventListQuery,
  most: number,
): Promise<Omit<EventList, "cities" | "categories">> {
  const { rows, ...page } = await findNights(db, query, most);
  const types = await loadTicketTypes(db, rows);
  return { items: rows.map((night) => toSummary(night, types.get(night.id)!.open)), ...page };
}

/**
 * One night with its ticket types. Types behind an access code show only to whoever names it, and count neither for the
 * from-price nor for the state of the night.
 *
 * @throws AppError `not_found` for unknown nights and drafts
 */
export async function getEvent(db: Database, id: number, accessCode?: string): Promise<EventDetail> {
  const night = await store.findNight(db, id);
  if (night === undefined) throw new AppError("not_found");
  return toDetail(db, night, accessCode);
}

const mostRelated = 4;

/**
 * Nights to come that are like one: most kinds in common first, its own city before others, then the next. The run it
 * belongs to is left out, and so is what does not take place.
 *
 * @throws AppError `not_found` for unknown nights and drafts
 */
export async function listRelatedEvents(db: Database, id: number): Promise<RelatedEvents> {
  const night = await store.findNight(db, id);
  if (night === undefined) throw new AppError("not_found");
  const nights = await findRelatedNights(db, night, mostRelated);
  const types = await loadTicketTypes(db, nights);
  return { items: nights.map((related) => toSummary(related, types.get(related.id)!.open)) };
}

/**
 * The same night as its page would show it now, for those who edit it: drafts as well.
 *
 * @throws AppError `not_found`
 */
export async function previewEvent(db: Queryable, id: number): Promise<EventDetail> {
  const night = await store.findNightForStaff(db, id);
  if (night === undefined) throw new AppError("not_found");
  return toDetail(db, night);
}

async function toDetail(db: Queryable, night: store.NightDetailRow, accessCode?: string): Promise<EventDetail> {
  const { id } = night;
  const { open, shown } = (await loadTicketTypes(db, [night], accessCode)).get(id)!;
  return {
    ...toSummary(night, open),
    description: night.description,
    descriptionHtml: night.descriptionHtml,
    ageRule: night.ageRule,
    dressCode: night.dressCode,
    lineup: night.lineup.map(({ name, role, picture }) => ({ name, role, picture: picture ?? null })),
    policies: night.policies,
    gallery: night.gallery,
    ticketTypes: shown,
    stateNote: night.stateNote,
    refunds: night.refundUntil === null ? null : { until: night.refundUntil.toISOString(), withFees: night.refundFees },
    movedFrom: night.movedFrom?.toISOString() ?? null,
    seo: { title: night.seoTitle, description: night.seoDescription },
    recap: night.recap,
    otherDates: night.seriesId === null ? [] : await listOtherDates(db, night.seriesId, id),
  };
}

async function listOtherDates(db: Queryable, seriesId: number, exceptId: number): Promise<OtherDate[]> {
  const nights = await store.findOtherDates(db, seriesId, exceptId);
  const types = await loadTicketTypes(db, nights);
  return nights.map(({ id, slug, title, startsAt, timeZone, venue, state, isOver }) => ({
    id,
    slug,
    title,
    startsAt: startsAt.toISOString(),
    timeZone,
    city: venue.city,
    saleState: saleState(types.get(id)!.open, isOver),
    state,
  }));
}

function toSummary(night: store.NightRow, types: TicketType[]): EventSummary {
  return {
    id: night.id,
    slug: night.slug,
    title: night.title,
    summary: night.summary,
    startsAt: night.startsAt.toISOString(),
    doorsAt: night.doorsAt?.toISOString() ?? null,
    endsAt: night.endsAt.toISOString(),
    timeZone: night.timeZone,
    venue: night.venue,
    poster: night.poster,
    categories: night.categories,
    fromCents: fromCents(types),
    currency: night.currency,
    saleState: saleState(types, night.isOver),
    state: night.state,
  };
}
