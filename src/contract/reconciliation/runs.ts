import { z } from "zod";
import { adminEndpoint, fileEndpoint, listEndpoint } from "../endpoint.ts";
import { PaymentProvider } from "../payments/payments.ts";
import { CursorList, Id, Instant, InstantOrNull, IntOrNull, NoBody, paging, TextOrNull } from "../shapes.ts";

/** A reconciliation run: our ledger compared with the provider's records, in both directions. */
export const ReconciliationRun = z.object({
  id: Id,
  provider: PaymentProvider,
  /** The nightly run's day in UTC; null if someone started it. */
  day: z.iso.date().nullable(),
  startedBy: TextOrNull,
  startedAt: Instant,
  /** Payments up to this time were compared. Later ones may still change. */
  until: Instant,
  /** How much of the list is read, 0 to 1. */
  progress: z.number(),
  /** Records in the provider's list, and the number of differences; null until it is done. */
  charges: IntOrNull,
  refunds: IntOrNull,
  disputes: IntOrNull,
  differences: IntOrNull,
  /** Why it is stuck. */
  error: TextOrNull,
  doneAt: InstantOrNull,
});
export type ReconciliationRun = z.infer<typeof ReconciliationRun>;

export const listReconciliationRuns = listEndpoint(
  "/api/admin/money/reconciliation-runs",
  "Reconciliation runs and their results, newest first",
  z.object({ ...paging }),
  CursorList(ReconciliationRun),
);

/** Times are in UTC. */
export const exportReconciliationRuns = fileEndpoint(
  "/api/admin/money/reconciliation-runs.csv",
  z.object({}),
  undefined,
  false,
);

/** With the provider in use. A job does the work. */
export const startReconciliationRun = adminEndpoint(
  "POST /api/admin/money/reconciliation-runs",
  "Start a reconciliation run now, or return the one in progress",
  {
    body: NoBody,
    reply: ReconciliationRun,
    status: 202,
  },
);
