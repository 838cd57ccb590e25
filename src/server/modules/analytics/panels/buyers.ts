import type { Cohorts, SalesCurve } from "#contract/analytics/panels.ts";
import { getSettings } from "#server/modules/settings/index.ts";
import { requireFound } from "#server/platform/app-error.ts";
import type { Database } from "#server/platform/db/database.ts";
import { pointAt, toCurve } from "./rules.ts";
import * as store from "./buyers-store.ts";
import { findNow } from "./store.ts";

/**
 * An event's sales by days to go, next to the last five earlier events.
 *
 * @throws AppError `not_found`
 */
export async function readSalesCurve(db: Database, eventId: number): Promise<SalesCurve> {
  const events = await store.findCompared(db, eventId);
  const { currency, daysToGo } = requireFound(events.find(({ id }) => id === eventId));
  const sold = await store.findSoldDays(
    db,
    events.map(({ id }) => id),
  );
  return {
    currency,
    daysToGo,
    events: events.map(({ id, title, startsAt, timeZone, capacity }) => {
      const points = toCurve(sold.get(id) ?? []).map(({ daysToGo: days, tickets, revenueCents }) => ({
        daysToGo: days,
        tickets,
        revenueCents,
      }));
      const event = { id, title, startsAt: startsAt.toISOString(), timeZone, capacity };
      return { ...event, points, now: pointAt(points, daysToGo), final: pointAt(points, 0) };
    }),
  };
}

/** Buyers by the month of their first purchase, and who came again, in the brand's zone and currency. */
export async function readCohorts(db: Database, months: number): Promise<Cohorts> {
  const { defaultTimeZone: timeZone, defaultCurrency: currency } = await getSettings(db);
  const rows = await store.findCohorts(db, { timeZone, currency, months });
  const firsts = rows.filter(({ after }) => after === 0);
  const sum = (part: "buyers" | "returning") => firsts.reduce((all, row) => all + row[part], 0);
  return {
    timeZone,
    currency,
    madeAt: (await findNow(db)).toISOString(),
    items: firsts.map(({ month, buyers }) => ({
      month,
      buyers,
      months: rows
        .filter((row) => row.month === month)
        .map((row) => ({ after: row.after, buyers: row.buyers, revenueCents: row.revenueCents })),
    })),
    total: { buyers: sum("buyers"), returning: sum("returning") },
  };
}
