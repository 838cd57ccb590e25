import { z } from "zod";
import { endpoint } from "./endpoint.ts";
import { PaymentProvider } from "./payments.ts";
import { CursorList, Id, Instant, NoBody, paging } from "./shapes.ts";

/** A reconciliation run: our ledger compared with the provider's records, in both directions. */
export const ReconciliationRun = z.object({
  id: Id,
  provider: PaymentProvider,
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

export const listReconciliationRuns = endpoint(
  "GET /api/admin/money/reconciliation-runs",
  "Reconciliation runs and their results, newest first",
  {
    access: "admin",
    query: z.object({ ...paging }),
    reply: CursorList(ReconciliationRun),
  },
);

export const startReconciliationRun = endpoint(
  "POST /api/admin/money/reconciliation-runs",
  "Start a reconciliation run now, or return the one in progress",
  {
    access: "admin",
    body: NoBody,
    reply: ReconciliationRun,
    status: 202,
  },
);
