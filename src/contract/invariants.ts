import { z } from "zod";
import { endpoint } from "./endpoint.ts";
import { List } from "./shapes.ts";

/** One thing that must always hold of the database, and how it stood when the site last looked. */
export const InvariantCheck = z.object({
  /** `I-11`, as the runbook and the logs name it. */
  id: z.string(),
  /** What must hold, as a sentence. */
  holds: z.string(),
  /** `too_slow`: the query ran over its budget; `failed`: it could not be asked. Nothing is known then. */
  outcome: z.enum(["holds", "broken", "too_slow", "failed"]),
  /** How many rows break it, counted up to a thousand. */
  rowCount: z.int(),
  tookMs: z.int(),
  /** Instants in UTC. */
  checkedAt: z.iso.datetime(),
  brokenSince: z.iso.datetime().nullable(),
});
export type InvariantCheck = z.infer<typeof InvariantCheck>;

export const listInvariants = endpoint({
  method: "GET",
  path: "/api/admin/invariants",
  summary: "What must always hold of the database, and how it stood when the site last looked",
  access: "admin",
  limit: "read",
  reply: List(InvariantCheck),
  errors: [],
});
