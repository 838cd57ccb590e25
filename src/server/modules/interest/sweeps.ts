import type { Deps } from "#server/platform/deps.ts";
import type { Sweep } from "#server/platform/sweeps.ts";
import { forgetOverNights, tellOfSales } from "./reminders.ts";
import { purgeUnconfirmed } from "./store.ts";

/** Tells of tickets that opened; lets go of addresses that nobody confirmed, and of those that wait for nothing any more. */
export function interestSweeps(deps: Deps): Sweep[] {
  return [
    { name: "sales-open", everyMs: 3_000, run: () => tellOfSales(deps) },
    { name: "unconfirmed-interests", everyMs: 6 * 60 * 60 * 1000, run: () => purgeUnconfirmed(deps.db) },
    { name: "waits-that-are-over", everyMs: 6 * 60 * 60 * 1000, run: () => forgetOverNights(deps) },
  ];
}
