import "./domain-events.ts";

export { endPayments, findLatestAttempts, openPage, startPayments, type Payments } from "./service.ts";
export { replayWebhookEvent } from "./webhook-events.ts";
export { askProvider } from "./repairs.ts";
export { retryRefund } from "./refunds/retry.ts";
export { attachRefund } from "./refunds/take-in.ts";
export { lockMoneyOf, openRefund, returnMoney, type RefundWish } from "./refunds/open.ts";
export { findCapturedPayment, findSecondMoney, lockPayments, recordSessions, type PaymentRow } from "./store.ts";
export { openDiscrepancy, resolveDiscrepancies } from "./discrepancies/service.ts";
export {
  claimUnalertedDiscrepancies,
  closeDiscrepancies,
  closeGoneDiscrepancies,
  countOpenDiscrepancies,
  creditRepair,
  insertDiscrepancies,
  lockDiscrepancies,
  settleDiscrepancy,
  type DiscrepancySubject,
  type NewDiscrepancy,
} from "./discrepancies/store.ts";
export { isLive } from "./rules.ts";
export type { PaymentProvider, ProviderMoney } from "./provider.ts";
export type { RefundDomainEvent, RefundReason } from "./domain-events.ts";
export type { Courier } from "./sandbox/index.ts";
export { payments } from "./module.ts";
