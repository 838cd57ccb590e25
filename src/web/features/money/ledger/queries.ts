import type { LedgerBalances, LedgerPosting } from "#contract/ledger.ts";
import { deskQuery, type ListReply } from "#web/features/desk/table/list-query.ts";
import { withQuery } from "#web/lib/paths.ts";

export type LedgerFilter = { orderId?: string | undefined; eventId?: number | undefined };

/** Movements of money, newest first. */
export const ledgerQuery = (
  filter: LedgerFilter & {
    account?: string | undefined;
    kind?: string | undefined;
    page?: number | undefined;
    cursor?: string | undefined;
  },
) => deskQuery<ListReply<LedgerPosting>>(withQuery("/api/admin/ledger", filter));

/** What the accounts come to. */
export const balancesQuery = (filter: LedgerFilter) =>
  deskQuery<LedgerBalances>(withQuery("/api/admin/ledger/balances", filter));
