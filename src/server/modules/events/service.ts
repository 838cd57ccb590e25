import type { EventDetail, EventList, EventListQuery, EventSummary, TicketType } from "#contract/events.ts";
import { findAvailable } from "#server/modules/inventory/index.ts";
import { AppError } from "#server/platform/app-error.ts";
import type { Database } from "#server/platform/db/database.ts";
import { fromCents, isNearlyGone, saleState, typeStatus, unitsLeft, type Level } from "./rules.ts";
import * as store from "./store.ts";

const pageSize = 20;

/**
 * Nights to come (next first) or gone by (latest first), with what the filters can offer. The answer depends on the
 * question alone, never on who asks. A fixed number of queries, however long the list.
 */
export async function listEvents(db: Database, query: EventListQuery): Promise<EventList> {
  const page = query.page ?? 1;
  const [nights, facets] = await Promise.all([
    store.findNights(db, query, { limit: pageSize, offset: (page - 1) * pageSize }),
    store.countNights(db, query),
  ]);
  const types = await loadTicketTypes(db, nights);
  const items = nights.map((night) => toSummary(night, types.get(night.id) ?? []));
  return { items, page, pageSize, ...facets };
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
  const open = (await loadTicketTypes(db, [night])).get(id) ?? [];
  const shown = accessCode ? ((await loadTicketTypes(db, [night], accessCode)).get(id) ?? []) : open;
  return {
    ...toSummary(night, open),
    description: night.description,
    ageRule: night.ageRule,
    dressCode: night.dressCode,
    lineup: night.lineup,
    policies: night.policies,
    ticketTypes: shown,
  };
}

async function loadTicketTypes(
  db: Database,
  nights: store.NightRow[],
  accessCode?: string,
): Promise<Map<number, TicketType[]>> {
  if (nights.length === 0) return new Map();
  const nightById = new Map(nights.map((night) => [night.id, night]));
  const rows = await store.findTypes(db, [...nightById.keys()], accessCode);
  const pools = nights.flatMap((night) => night.stockId ?? []);
  const levels = await findAvailable(db, [...pools, ...rows.map((row) => row.stockId)]);
  const types = new Map<number, TicketType[]>();
  for (const row of rows) {
    const night = nightById.get(row.eventId)!;
    const pool = night.stockId === null ? undefined : levels.get(night.stockId);
    const left = unitsLeft(levels.get(row.stockId)!, pool, row.ticketsPerUnit);
    const list = types.get(row.eventId) ?? [];
    list.push(toTicketType(row, night, left));
    types.set(row.eventId, list);
  }
  return types;
}

function toTicketType(row: store.TypeRow, night: store.NightRow, left: Level): TicketType {
  return {
    id: row.id,
    name: row.name,
    description: row.description,
    priceCents: row.priceCents,
    feeCents: row.feeCents,
    currency: night.currency,
    pricing: row.pricing,
    minimumCents: row.minimumCents,
    available: night.hideCounts ? null : left.available,
    nearlyGone: row.byClock === "on_sale" && isNearlyGone(left),
    ticketsPerUnit: row.ticketsPerUnit,
    status: typeStatus(row.byClock, left, row.minPerOrder),
    minPerOrder: row.minPerOrder,
    maxPerOrder: row.maxPerOrder,
    salesStartAt: row.salesStartAt?.toISOString() ?? null,
    salesEndAt: row.salesEndAt?.toISOString() ?? null,
  };
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
  };
}
