import { DiscrepancyKind } from "#contract/reconciliation/discrepancies.ts";
import type { Database } from "#server/platform/db/database.ts";
import type { Metric } from "#server/platform/metrics.ts";
import { defineModule } from "#server/platform/module.ts";
import "./domain-events.ts";
import { checkDisputes } from "./disputes.ts";
import { countOpenDiscrepancies } from "./discrepancies-store.ts";
import type { PaymentProvider } from "./provider.ts";
import { sendRefunds } from "./refunds/service.ts";
import { paymentsRoutes } from "./routes.ts";
import type { Courier } from "./sandbox/sandbox.ts";
import { createPayments, reconcile, type Payments } from "./service.ts";
import { countOpenDisputes, countOverdueChecks, countOverdueWebhooks } from "./store.ts";
import { retryWebhookEvents } from "./webhook-events.ts";
import type { Config } from "#server/config.ts";
import type { Finding } from "#server/platform/finding-rules.ts";
import { reportPayments } from "./provider-rules.ts";
import { tryStripeKey } from "./stripe/index.ts";

export { endPayments, findLatestAttempts, openPage, startPayments, type Payments } from "./service.ts";
export { replayWebhookEvent, askProvider } from "./webhook-events.ts";
export { retryRefund, openRefund, returnMoney } from "./refunds/service.ts";
export { attachRefund, lockMoney } from "./refunds/store.ts";
export { findCapturedPayment, findSecondMoney, lockPayments, recordSessions, type PaymentRow } from "./store.ts";
export {
  claimUnalertedDiscrepancies,
  closeGoneDiscrepancies,
  creditRepair,
  insertDiscrepancies,
  lockDiscrepancies,
  settleDiscrepancy,
  type NewDiscrepancy,
} from "./discrepancies-store.ts";
export { isRevenue, revenueMovements, untiedReturns } from "./revenue-store.ts";
export { isLive } from "./rules.ts";
export { checkPaymentProvider };
export type { PaymentProvider, ProviderMoney } from "./provider.ts";
export type { RefundDomainEvent, RefundReason } from "./domain-events.ts";
export type { Courier } from "./sandbox/sandbox.ts";

declare module "#server/platform/module-parts.ts" {
  interface Services {
    payments: Payments;
  }
}

declare module "#server/platform/module.ts" {
  interface ModuleOptions {
    /** Replaces or wraps the payment providers. Tests drop, delay and duplicate what they send. */
    wrapProvider?: (provider: PaymentProvider) => PaymentProvider;
    /** Delivers the sandbox's webhook events instead of the direct way. */
    courier?: Courier;
  }
}

/** Payments at the provider: attempts, webhooks, refunds and disputes, and the built-in sandbox. */
export const payments = defineModule("payments", (host) => {
  const { deps } = host;
  const service = createPayments(host);
  return {
    services: { payments: service },
    readiness: () => checkPaymentProvider(deps.config),
    routes: (context) => paymentsRoutes(context, deps, service),
    jobs: [
      { name: "payments", everyMs: 5_000, run: () => reconcile(deps, service) },
      { name: "webhooks", everyMs: 5_000, run: () => retryWebhookEvents(deps, service) },
      { name: "refunds", everyMs: 5_000, run: () => sendRefunds(deps, service) },
      { name: "disputes", everyMs: 60_000, run: () => checkDisputes(deps, service) },
      { name: "sandbox", everyMs: 2_000, run: () => service.sandbox.work() },
    ],
    overdue: { webhooks: countOverdueWebhooks, payments: (db) => countOverdueChecks(db, 5) },
    attention: {
      // There must be none.
      openDiscrepancies: async (db) => Object.values(await countOpenDiscrepancies(db)).reduce((sum, n) => sum + n, 0),
      openDisputes: countOpenDisputes,
      silentPayments: (db) => countOverdueChecks(db, 15),
    },
    metrics: async (db) => [await discrepancyMetric(db)],
  };
});

async function discrepancyMetric(db: Database): Promise<Metric> {
  const open = await countOpenDiscrepancies(db);
  return {
    name: "site_open_discrepancies",
    help: "Open money discrepancies",
    values: DiscrepancyKind.options.map((kind) => ({ labels: { kind }, value: open[kind] ?? 0 })),
  };
}

/** Whether payments move real money. Asks Stripe about the key, and moves nothing. */
const checkPaymentProvider = async (config: Pick<Config, "payments" | "stripe">): Promise<Finding> =>
  reportPayments(config, config.stripe === undefined ? undefined : await tryStripeKey(config.stripe));
