import type { Discrepancy } from "#contract/discrepancies.ts";
import { adminQuery, type ListAt, type ListReply } from "#web/features/admin/table/list-query.ts";
import { withQuery } from "#web/lib/paths.ts";

export type DiscrepancyFilter = ListAt & {
  status?: string | undefined;
  kind?: string | undefined;
};

/** Discrepancies, refetched every half minute. */
export const discrepanciesQuery = (filter: DiscrepancyFilter = {}) =>
  adminQuery<ListReply<Discrepancy> & { checkedAt: string | null }>(
    withQuery("/api/admin/money/discrepancies", filter),
    30_000,
  );
