import { z } from "zod";
import { adminEndpoint, fileEndpoint } from "./endpoint.ts";
import { Instant, List } from "./shapes.ts";

/** One database invariant and the result of its last check. */
export const InvariantCheck = z.object({
  /** `I-11`, as in the runbook and the logs. */
  id: z.string(),
  /** What must hold, as a sentence. */
  holds: z.string(),
  /** `too_slow`: the query ran over its time budget. `failed`: the query failed. Both leave the result unknown. */
  outcome: z.enum(["holds", "broken", "too_slow", "failed"]),
  /** How many rows break it, counted up to 1,000. */
  rowCount: z.int(),
  tookMs: z.int(),
  checkedAt: Instant,
  brokenSince: Instant.nullable(),
});
export type InvariantCheck = z.infer<typeof InvariantCheck>;

/** All on one page, broken ones first. */
export const listInvariants = adminEndpoint(
  "GET /api/admin/invariants",
  "Database invariants and the results of the last check",
  {
    reply: List(InvariantCheck),
  },
);

/** Times are in UTC. */
export const exportInvariants = fileEndpoint("/api/admin/invariants.csv", z.object({}), undefined, false);
