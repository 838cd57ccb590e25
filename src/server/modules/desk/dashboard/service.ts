import type { DeskTrend } from "#contract/desk.ts";
import { findMoneyReaders } from "#server/modules/email/index.ts";
import { getSettings } from "#server/modules/settings/index.ts";
import type { Database } from "#server/platform/db/database.ts";
import * as store from "./store.ts";

/** How the last thirty days went, on the house's own clock, and what needs a look. */
export async function getDeskTrend(db: Database): Promise<DeskTrend> {
  const { defaultTimeZone: timeZone, defaultCurrency } = await getSettings(db);
  const currency = (await store.findMainCurrency(db)) ?? defaultCurrency;
  const [days, attention, readers] = await Promise.all([
    store.findDays(db, timeZone, currency),
    store.findAttention(db),
    findMoneyReaders(db),
  ]);
  return { timeZone, currency, days, attention: { ...attention, moneyMailsReachNobody: readers.length === 0 } };
}
