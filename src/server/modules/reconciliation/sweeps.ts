import type { Payments } from "#server/modules/payments/index.ts";
import type { Deps } from "#server/platform/deps.ts";
import type { Sweep } from "#server/platform/sweeps.ts";
import { goOnComparing } from "./comparison/service.ts";
import { lookThroughBooks } from "./watch/service.ts";

/** Looks every minute for money that does not add up, and goes on comparing with providers' lists. */
export function reconciliationSweeps(deps: Deps, payments: Payments): Sweep[] {
  return [
    { name: "money-exceptions", everyMs: 60_000, run: () => lookThroughBooks(deps) },
    { name: "money-comparison", everyMs: 60_000, run: () => goOnComparing(deps, payments) },
  ];
}
