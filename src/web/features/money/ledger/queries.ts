import type { LedgerBalances, JournalEntry } from "#contract/ledger.ts";
import { adminQuery, type ListAt, type ListReply } from "#web/features/admin/table/list-query.ts";
import { withQuery } from "#web/lib/paths.ts";

export type LedgerFilter = { orderId?: string | undefined; eventId?: number | undefined };

/** Money movements, newest first. */
export const ledgerQuery = (
  filter: LedgerFilter &
    ListAt & {
      account?: string | undefined;
      kind?: string | undefined;
    },
) => adminQuery<ListReply<JournalEntry>>(withQuery("/api/admin/ledger", filter));

/** The account balances. */
export const balancesQuery = (filter: LedgerFilter) =>
  adminQuery<LedgerBalances>(withQuery("/api/admin/ledger/balances", filter));
