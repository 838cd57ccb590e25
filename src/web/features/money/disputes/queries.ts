import type { MoneyDispute } from "#contract/disputes.ts";
import { deskQuery, type ListReply } from "#web/features/desk/table/list-query.ts";
import { withQuery } from "#web/lib/paths.ts";

export type DisputeFilter = { q?: string | undefined; status?: string | undefined; page?: number | undefined };

/** Money that buyers' banks ask back, read anew every half minute. */
export const disputesQuery = (filter: DisputeFilter = {}) =>
  deskQuery<ListReply<MoneyDispute>>(withQuery("/api/admin/money/disputes", filter), 30_000);
