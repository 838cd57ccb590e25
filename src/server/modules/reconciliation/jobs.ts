import type { Payments } from "#server/modules/payments/index.ts";
import type { Deps } from "#server/platform/deps.ts";
import type { Job } from "#server/platform/jobs.ts";
import { continueReconciliationRun } from "./runs/service.ts";
import { checkForDiscrepancies } from "./watch/service.ts";

/** Jobs that look for discrepancies every minute and continue reconciliation runs. */
export function reconciliationJobs(deps: Deps, payments: Payments): Job[] {
  return [
    { name: "discrepancies", everyMs: 60_000, run: () => checkForDiscrepancies(deps) },
    { name: "reconciliation", everyMs: 60_000, run: () => continueReconciliationRun(deps, payments) },
  ];
}
