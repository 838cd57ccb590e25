import "./facts.ts";

export { createPayments, endPayments, findLatestAttempts, openPage, startPayments, type Payments } from "./service.ts";
export { paymentsRoutes } from "./routes.ts";
export { paymentsSweeps } from "./sweeps.ts";
export { returnMoney } from "./settle.ts";
export { recordSessions, type PaymentRow } from "./store.ts";
export { isLive } from "./rules.ts";
export type { PaymentProvider } from "./provider.ts";
export type { RefundReason } from "./facts.ts";
export type { Courier } from "./sandbox/index.ts";
