import type { NightSales } from "#contract/night-sales.ts";
import { findEventHeads } from "#server/modules/events/index.ts";
import { AppError } from "#server/platform/app-error.ts";
import type { Database } from "#server/platform/db/database.ts";
import { findOfficeNight } from "../store.ts";
import * as store from "./store.ts";

/**
 * What a night sold, by ticket type, day, promo code and promoter. Cents in the night's currency; the total is that of
 * the types.
 *
 * @throws AppError `not_found`
 */
export async function getNightSales(db: Database, eventId: number): Promise<NightSales> {
  const night = (await findEventHeads(db, [eventId])).get(eventId);
  const row = await findOfficeNight(db, eventId);
  if (night === undefined || row === undefined) throw new AppError("not_found");
  const [types, orders, days, codes, promoters] = await Promise.all([
    store.findByType(db, eventId),
    store.countOrders(db, eventId),
    store.findByDay(db, eventId, night.timeZone),
    store.findByCode(db, eventId),
    store.findByPromoter(db, eventId),
  ]);
  const sum = (part: "tickets" | "cents" | "discountCents" | "feeCents" | "givenBackCents" | "compTickets") =>
    types.reduce((all, type) => all + type[part], 0);
  const total = {
    orders,
    tickets: sum("tickets"),
    cents: sum("cents"),
    discountCents: sum("discountCents"),
    feeCents: sum("feeCents"),
    givenBackCents: sum("givenBackCents"),
    compTickets: sum("compTickets"),
  };
  return { currency: row.currency, timeZone: night.timeZone, total, types, days, codes, promoters };
}
