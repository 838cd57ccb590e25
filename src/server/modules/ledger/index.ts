import { defineModule } from "#server/platform/module.ts";
import { createRunningSums } from "#server/platform/db/running-sums.ts";
import { salesMetrics } from "./rules.ts";
import { sumSales } from "./store.ts";

export { captureOf, disputeOf, refundFailedOf, refundSentOf, paidByHandOf, refundOf, saleOf } from "./rules.ts";
export type { JournalEntry } from "./rules.ts";
export { findCapturedCurrencies, postEntries } from "./store.ts";

/** Double-entry bookkeeping of all money. */
export const ledger = defineModule("ledger", ({ deps: { db } }) => {
  const readSales = createRunningSums(sumSales);
  return {
    metrics: async () => salesMetrics(await readSales(db)),
  };
});
