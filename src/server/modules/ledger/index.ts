export { ledger } from "./module.ts";
export { captureOf, disputeOf, refundFailedOf, refundSentOf, paidByHandOf, refundOf, saleOf } from "./rules.ts";
export type { Account, JournalLine, JournalEntry, JournalEntryKind, RefundPart, SoldLine } from "./rules.ts";
export { findCapturedCurrencies, postEntries } from "./store.ts";
