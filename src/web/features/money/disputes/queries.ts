import type { MoneyDispute } from "#contract/disputes.ts";
import { adminQuery, type ListAt, type ListReply } from "#web/features/admin/table/list-query.ts";
import { withQuery } from "#web/lib/paths.ts";

export type DisputeFilter = ListAt & {
  q?: string | undefined;
  status?: string | undefined;
};

/** Disputes by buyers' banks, refetched every half minute. */
export const disputesQuery = (filter: DisputeFilter = {}) =>
  adminQuery<ListReply<MoneyDispute>>(withQuery("/api/admin/money/disputes", filter), 30_000);
