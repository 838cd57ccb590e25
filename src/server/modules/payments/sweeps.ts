import type { Deps } from "#server/platform/deps.ts";
import type { Sweep } from "#server/platform/sweeps.ts";
import { checkDisputes } from "./disputes/settle.ts";
import { retryNotices } from "./notices.ts";
import { sendRefunds } from "./refunds/send.ts";
import { reconcile, type Payments } from "./service.ts";

/**
 * What payments do later: look up silent attempts, repeat notices, send refunds, look after disputes, and let the
 * sandbox do its own work.
 */
export function paymentsSweeps(deps: Deps, payments: Payments): Sweep[] {
  return [
    { name: "payments", everyMs: 5_000, run: () => reconcile(deps, payments) },
    { name: "webhooks", everyMs: 5_000, run: () => retryNotices(deps, payments) },
    { name: "refunds", everyMs: 5_000, run: () => sendRefunds(deps, payments) },
    { name: "disputes", everyMs: 60_000, run: () => checkDisputes(deps, payments) },
    { name: "sandbox", everyMs: 2_000, run: () => payments.sandbox.work() },
  ];
}
