import * as contract from "#contract/ledger.ts";
import { fileRoutes } from "#server/platform/http/file-routes.ts";
import { routes } from "#server/platform/http/route.ts";
import { defineModule } from "#server/platform/module.ts";
import { createRunningSums } from "#server/platform/db/running-sums.ts";
import { findBalances, sumSales } from "./journal-store.ts";
import { salesMetrics } from "./rules.ts";
import { journalEntries } from "./service.ts";

export { captureOf, disputeOf, refundFailedOf, refundSentOf, paidByHandOf, refundOf, saleOf } from "./rules.ts";
export type { JournalEntry } from "./rules.ts";
export { isRevenue, revenueMovements, untiedReturns } from "./revenue-store.ts";
export { findCapturedCurrencies, postEntries } from "./store.ts";

/** Double-entry bookkeeping of all money. */
export const ledger = defineModule("ledger", ({ deps: { db } }) => {
  const readSales = createRunningSums(sumSales);
  return {
    routes(context) {
      routes(context, contract, {
        listLedger: ({ query }) => journalEntries.list(db, query),
        getLedgerBalances: ({ query }) => findBalances(db, query),
      });
      fileRoutes(context, contract.exportLedgerEntries, "ledger-entries", ({ query }) =>
        journalEntries.file(db, query),
      );
    },
    metrics: async () => salesMetrics(await readSales(db)),
  };
});
