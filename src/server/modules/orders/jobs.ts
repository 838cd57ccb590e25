import { inTransaction } from "#server/platform/db/database.ts";
import type { Deps } from "#server/platform/deps.ts";
import { purgeReplies } from "#server/platform/idempotency.ts";
import type { Job } from "#server/platform/jobs.ts";
import { expireHolds } from "#server/modules/inventory/index.ts";
import { processEventRefunds } from "./refunds/event/work.ts";

/** Jobs that put stock of expired orders back on sale, pay out event refunds, and delete old idempotency keys. */
export function ordersJobs(deps: Deps): Job[] {
  return [
    { name: "holds", everyMs: 5_000, run: async () => (await expireHolds(deps.db, deps.bus)) > 0 },
    { name: "event-refunds", everyMs: 5_000, run: () => processEventRefunds(deps) },
    { name: "idempotency-keys", everyMs: 3_600_000, run: () => inTransaction(deps.db, purgeReplies) },
  ];
}
