import type { ReconciliationRun } from "#contract/reconciliation-runs.ts";
import { adminQuery, type ListAt, type ListReply } from "#web/features/admin/table/list-query.ts";
import { withQuery } from "#web/lib/paths.ts";

export const reconciliationRunsPath = "/api/admin/money/reconciliation-runs";

/** Reconciliation runs and their results; refetched every few seconds, because one may be running. */
export const reconciliationRunsQuery = (at: ListAt = {}) =>
  adminQuery<ListReply<ReconciliationRun>>(withQuery(reconciliationRunsPath, at), 5_000);
