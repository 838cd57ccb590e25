import { AdminEvent, AdminEventDetail, type TicketTypeCounts } from "#contract/admin/orders.ts";
import { findAvailable } from "#server/modules/inventory/index.ts";
import { requireFound } from "#server/platform/app-error.ts";
import type { Database } from "#server/platform/db/database.ts";
import { defineList } from "#server/platform/db/list.ts";
import { formatSheetTime } from "#server/platform/format.ts";
import type { Scope } from "#server/platform/http/scope.ts";
import { shownAs } from "#server/platform/shown.ts";
import * as store from "./store.ts";
import type { AdminFigures, AdminTrend } from "#contract/admin/overview.ts";
import { getSettings } from "#server/modules/settings/index.ts";
import { countEach, type Counters } from "#server/platform/module-parts.ts";
import { EarlierEvent, type EventSales } from "#contract/events/sales.ts";
import { findEventInfo } from "#server/modules/events/index.ts";
import { findAdminEvent } from "./store.ts";

/** Events with their sold, held and admitted tickets. */
export const adminEvents = defineList(store.adminEvents, shownAs(AdminEvent), {
  Event: "title",
  Date: (event) => formatSheetTime(event.startsAt, event.timeZone),
  "Time zone": "timeZone",
  Venue: (event) => event.venue.name,
  City: (event) => event.venue.city,
  Status: (event) => (event.status !== "on" ? event.status : event.isOver ? "past" : "upcoming"),
  Sold: "sold",
  Comps: "comps",
  "On hold": "held",
  "Not on sale": "withheld",
  Left: (event) => (event.status === "canceled" ? 0 : event.left),
  Capacity: "capacity",
  Tickets: "ticketCount",
  "Checked in": "admittedCount",
  ID: "id",
});

/**
 * One event with each of its ticket types and its money.
 *
 * @throws AppError `not_found`
 */
export async function getAdminEvent(db: Database, id: number): Promise<AdminEventDetail> {
  const row = requireFound(await store.findAdminEvent(db, id));
  const types = await store.findTicketTypeCounts(db, id);
  const pools = new Set(types.flatMap(({ stockId, eventStockId }) => [stockId, eventStockId ?? stockId]));
  const levels = await findAvailable(db, [...pools]);
  const paidCents = await store.findPaidCents(db, id);
  return shownAs(AdminEventDetail)({ ...row, paidCents, types: types.map((type) => toType(type, levels)) });
}

function toType(
  { stockId, eventStockId, unitCount, takenUnits, ...type }: store.TicketTypeCountsRow,
  levels: Map<number, { available: number }>,
): TicketTypeCounts {
  const each = type.ticketsPerUnit;
  const availableUnits = levels.get(stockId)!.available;
  const pool = eventStockId === null || type.isStreamPass ? undefined : levels.get(eventStockId)!.available;
  const fitting = pool === undefined ? availableUnits : Math.floor(pool / each);
  return {
    ...type,
    capacity: unitCount * each,
    held: (unitCount - takenUnits - availableUnits) * each,
    withheld: Math.max(0, takenUnits * each - type.ticketCount),
    left: availableUnits * each,
    available: Math.min(availableUnits, fitting),
  };
}

/** Today's net sales in the site's time zone, and what waits. */
export async function getFigures(db: Database): Promise<AdminFigures> {
  const { defaultTimeZone } = await getSettings(db);
  return store.findFigures(db, defaultTimeZone);
}

/** The last thirty days, in the brand's time zone, and what needs attention. */
export async function getAdminTrend(db: Database, counters: Counters): Promise<AdminTrend> {
  const { defaultTimeZone: timeZone, defaultCurrency } = await getSettings(db);
  const currency = (await store.findMainCurrency(db)) ?? defaultCurrency;
  const [days, counts] = await Promise.all([store.findDays(db, timeZone, currency), countEach(db, counters)]);
  const attention = Object.entries(counts).flatMap(([name, count]) => (count > 0 ? [{ name, count }] : []));
  return { timeZone, currency, days, attention };
}

/**
 * What an event sold, by ticket type, day, promo code and promoter. Cents in the event's currency; the total is the sum
 * of the types. Staff of some events compare it only with these.
 *
 * @throws AppError `not_found`
 */
export async function getEventSales(db: Database, eventId: number, { eventIds }: Scope): Promise<EventSales> {
  const event = requireFound((await findEventInfo(db, [eventId])).get(eventId));
  const { currency } = requireFound(await findAdminEvent(db, eventId));
  const [types, orders, days, codes, promoters, earlier] = await Promise.all([
    store.findByType(db, eventId),
    store.countOrders(db, eventId),
    store.findByDay(db, eventId, event.timeZone),
    store.findByCode(db, eventId),
    store.findByPromoter(db, eventId),
    store.findEarlier(db, eventId, eventIds),
  ]);
  const sum = (part: "tickets" | "cents" | "discountCents" | "feeCents" | "refundedCents" | "compTickets") =>
    types.reduce((all, type) => all + type[part], 0);
  const total = {
    orders,
    tickets: sum("tickets"),
    cents: sum("cents"),
    discountCents: sum("discountCents"),
    feeCents: sum("feeCents"),
    refundedCents: sum("refundedCents"),
    compTickets: sum("compTickets"),
  };
  return {
    currency,
    timeZone: event.timeZone,
    total,
    types,
    days,
    codes,
    promoters,
    earlier: earlier.map(shownAs(EarlierEvent)),
  };
}
