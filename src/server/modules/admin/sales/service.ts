import type { EventSales } from "#contract/event-sales.ts";
import { findEventInfo } from "#server/modules/events/index.ts";
import { AppError } from "#server/platform/app-error.ts";
import type { Database } from "#server/platform/db/database.ts";
import { findAdminEvent } from "../store.ts";
import * as store from "./store.ts";

/**
 * What an event sold, by ticket type, day, promo code and promoter. Cents in the event's currency; the total is the sum
 * of the types.
 *
 * @throws AppError `not_found`
 */
export async function getEventSales(db: Database, eventId: number): Promise<EventSales> {
  const event = (await findEventInfo(db, [eventId])).get(eventId);
  const row = await findAdminEvent(db, eventId);
  if (event === undefined || row === undefined) throw new AppError("not_found");
  const [types, orders, days, codes, promoters] = await Promise.all([
    store.findByType(db, eventId),
    store.countOrders(db, eventId),
    store.findByDay(db, eventId, event.timeZone),
    store.findByCode(db, eventId),
    store.findByPromoter(db, eventId),
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
  return { currency: row.currency, timeZone: event.timeZone, total, types, days, codes, promoters };
}
