import { z } from "zod";
import { endpoint } from "./endpoint.ts";
import { Cursor, CursorList, Id, Instant, Page } from "./shapes.ts";

/** A reconciliation run: our ledger compared with the provider's records, in both directions. */
export const ReconciliationRun = z.object({
  id: Id,
  provider: z.enum(["sandbox", "stripe"]),
  /** The nightly run's day in UTC; null if someone started it. */
  day: z.iso.date().nullable(),
  startedBy: z.string().nullable(),
  startedAt: Instant,
  /** Payments up to this time were compared. Later ones may still change. */
  until: Instant,
  /** How much of the list is read, 0 to 1. */
  progress: z.number(),
  /** Records in the provider's list, and the number of differences; null until it is done. */
  charges: z.int().nullable(),
  refunds: z.int().nullable(),
  disputes: z.int().nullable(),
  differences: z.int().nullable(),
  /** Why it is stuck. */
  error: z.string().nullable(),
  doneAt: Instant.nullable(),
});
export type ReconciliationRun = z.infer<typeof ReconciliationRun>;

export const listReconciliationRuns = endpoint({
  method: "GET",
  path: "/api/admin/money/reconciliation-runs",
  summary: "Reconciliation runs and their results, newest first",
  access: "admin",
  query: z.object({ page: Page, cursor: Cursor }),
  reply: CursorList(ReconciliationRun),
});

export const startReconciliationRun = endpoint({
  method: "POST",
  path: "/api/admin/money/reconciliation-runs",
  summary: "Start a reconciliation run now, or return the one in progress",
  access: "admin",
  body: z.strictObject({}).optional(),
  reply: ReconciliationRun,
  status: 202,
});
