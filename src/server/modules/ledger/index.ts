import { defineModule } from "#server/platform/module.ts";
import { ledgerRoutes } from "./admin-routes.ts";

export { captureOf, disputeOf, refundFailedOf, refundSentOf, paidByHandOf, refundOf, saleOf } from "./rules.ts";
export type { Account, JournalLine, JournalEntry, JournalEntryKind, RefundPart, SoldLine } from "./rules.ts";
export { findCapturedCurrencies, postEntries } from "./store.ts";

/** Double-entry bookkeeping of all money. */
export const ledger = defineModule("ledger", ({ deps }) => ({
  routes: (context) => ledgerRoutes(context, deps),
}));
