export { captureOf, disputeOf, moneyBackFailedOf, moneyBackOf, paidByHandOf, refundOf, saleOf } from "./rules.ts";
export type { Account, Entry, Posting, PostingKind, RefundPart, SoldLine } from "./rules.ts";
export { findCapturedCurrencies, postEntries } from "./store.ts";
