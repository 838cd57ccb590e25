import { defineModule } from "#server/platform/module.ts";
import { createRunningSums } from "#server/platform/db/running-sums.ts";
import { ledgerRoutes } from "./admin-routes.ts";
import { sumSales } from "./journal-store.ts";
import { salesMetrics } from "./rules.ts";

export { captureOf, disputeOf, refundFailedOf, refundSentOf, paidByHandOf, refundOf, saleOf } from "./rules.ts";
export type { JournalEntry } from "./rules.ts";
export { isRevenue, revenueMovements, untiedReturns } from "./revenue-store.ts";
export { findCapturedCurrencies, postEntries } from "./store.ts";

/** Double-entry bookkeeping of all money. */
export const ledger = defineModule("ledger", ({ deps }) => {
  const readSales = createRunningSums(sumSales);
  return {
    routes: (context) => ledgerRoutes(context, deps),
    metrics: async (db) => salesMetrics(await readSales(db)),
  };
});
