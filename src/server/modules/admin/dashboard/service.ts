import type { AdminTrend } from "#contract/admin.ts";
import { findMoneyReaders } from "#server/modules/email/index.ts";
import { getSettings } from "#server/modules/settings/index.ts";
import type { Database } from "#server/platform/db/database.ts";
import * as store from "./store.ts";

/** The last thirty days, in the brand's time zone, and what needs attention. */
export async function getAdminTrend(db: Database): Promise<AdminTrend> {
  const { defaultTimeZone: timeZone, defaultCurrency } = await getSettings(db);
  const currency = (await store.findMainCurrency(db)) ?? defaultCurrency;
  const [days, attention, readers] = await Promise.all([
    store.findDays(db, timeZone, currency),
    store.findAttention(db),
    findMoneyReaders(db),
  ]);
  return { timeZone, currency, days, attention: { ...attention, noMoneyAlertRecipient: readers.length === 0 } };
}
