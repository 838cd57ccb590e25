import type { Deps } from "#server/platform/deps.ts";
import type { Job } from "#server/platform/jobs.ts";
import { checkDisputes } from "./disputes/settle.ts";
import { retryWebhookEvents } from "./webhook-events.ts";
import { sendRefunds } from "./refunds/send.ts";
import { reconcile, type Payments } from "./service.ts";

/**
 * Background jobs of payments: look up silent attempts, retry webhook events, send refunds, check disputes, and run the
 * sandbox's own job.
 */
export function paymentsJobs(deps: Deps, payments: Payments): Job[] {
  return [
    { name: "payments", everyMs: 5_000, run: () => reconcile(deps, payments) },
    { name: "webhooks", everyMs: 5_000, run: () => retryWebhookEvents(deps, payments) },
    { name: "refunds", everyMs: 5_000, run: () => sendRefunds(deps, payments) },
    { name: "disputes", everyMs: 60_000, run: () => checkDisputes(deps, payments) },
    { name: "sandbox", everyMs: 2_000, run: () => payments.sandbox.work() },
  ];
}
