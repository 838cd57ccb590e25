import { inTransaction } from "#server/platform/db/database.ts";
import type { Deps } from "#server/platform/deps.ts";
import { purgeReplies } from "#server/platform/idempotency.ts";
import type { Sweep } from "#server/platform/sweeps.ts";
import { lapseHolds } from "#server/modules/inventory/index.ts";

/** Puts stock of unpaid orders back on sale once their time is up, and forgets old idempotency keys. */
export function ordersSweeps(deps: Deps): Sweep[] {
  return [
    { name: "holds", everyMs: 5_000, run: async () => (await lapseHolds(deps.db, deps.facts)) > 0 },
    { name: "idempotency-keys", everyMs: 3_600_000, run: () => inTransaction(deps.db, purgeReplies) },
  ];
}
