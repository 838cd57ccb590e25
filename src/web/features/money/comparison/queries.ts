import type { MoneyComparison } from "#contract/comparisons.ts";
import { deskQuery, type ListReply } from "#web/features/desk/table/list-query.ts";
import { withQuery } from "#web/lib/paths.ts";

export const comparisonsPath = "/api/admin/money/comparisons";

/** What comparisons came to; read anew every few seconds, since one may be under way. */
export const comparisonsQuery = (page?: number) =>
  deskQuery<ListReply<MoneyComparison>>(withQuery(comparisonsPath, { page }), 5_000);
