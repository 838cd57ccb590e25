import "./facts.ts";

export { createPayments, endPayments, findLatestAttempts, openPage, startPayments, type Payments } from "./service.ts";
export { replayNotice } from "./notices.ts";
export { askProvider } from "./repairs.ts";
export { retryRefund } from "./refunds/retry.ts";
export { paymentsRoutes } from "./routes.ts";
export { paymentsSweeps } from "./sweeps.ts";
export { attachRefund } from "./refunds/take-in.ts";
export { lockMoneyOf, openRefund, returnMoney, type RefundWish } from "./refunds/open.ts";
export { findKeptPayment, findSecondMoney, lockPayments, recordSessions, type PaymentRow } from "./store.ts";
export { openException, resolveExceptions } from "./exceptions/service.ts";
export {
  closeExceptions,
  countOpenExceptions,
  insertExceptions,
  type ExceptionSubject,
  type NewException,
} from "./exceptions/store.ts";
export { isLive } from "./rules.ts";
export type { PaymentProvider, ProviderMoney } from "./provider.ts";
export type { RefundFact, RefundReason } from "./facts.ts";
export type { Courier } from "./sandbox/index.ts";
