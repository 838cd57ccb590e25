import { inTransaction } from "#server/platform/db/database.ts";
import type { Deps } from "#server/platform/deps.ts";
import { purgeReplies } from "#server/platform/idempotency.ts";
import type { Sweep } from "#server/platform/sweeps.ts";
import { lapseHolds } from "#server/modules/inventory/index.ts";
import { workOnNightRefunds } from "./refunds/nights/work.ts";

/** Puts stock of unpaid orders back on sale once their time is up, gives back what nights owe, and forgets old idempotency keys. */
export function ordersSweeps(deps: Deps): Sweep[] {
  return [
    { name: "holds", everyMs: 5_000, run: async () => (await lapseHolds(deps.db, deps.facts)) > 0 },
    { name: "night-refunds", everyMs: 5_000, run: () => workOnNightRefunds(deps) },
    { name: "idempotency-keys", everyMs: 3_600_000, run: () => inTransaction(deps.db, purgeReplies) },
  ];
}
