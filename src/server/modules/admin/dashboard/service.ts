import type { AdminFigures, AdminTrend } from "#contract/admin.ts";
import { getSettings } from "#server/modules/settings/index.ts";
import type { Database } from "#server/platform/db/database.ts";
import { countEach, type Counters } from "#server/platform/module.ts";
import * as store from "./store.ts";

/** The results of the last 24 hours. */
export const getAdminFigures = (db: Database): Promise<AdminFigures> => store.findFigures(db);

/** The last thirty days, in the brand's time zone, and what needs attention. */
export async function getAdminTrend(db: Database, counters: Counters): Promise<AdminTrend> {
  const { defaultTimeZone: timeZone, defaultCurrency } = await getSettings(db);
  const currency = (await store.findMainCurrency(db)) ?? defaultCurrency;
  const [days, counts] = await Promise.all([store.findDays(db, timeZone, currency), countEach(db, counters)]);
  const attention = Object.entries(counts).flatMap(([name, count]) => (count > 0 ? [{ name, count }] : []));
  return { timeZone, currency, days, attention };
}
