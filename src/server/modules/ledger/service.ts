import type { JournalEntry, LedgerBalances } from "#contract/ledger.ts";
import type { Database } from "#server/platform/db/database.ts";
import { defineList } from "#server/platform/db/list.ts";
import * as store from "./journal-store.ts";

/** Journal entries of the ledger, newest first. */
export const journalEntries = defineList(store.journalEntries, (row): JournalEntry => ({
  ...row,
  at: row.at.toISOString(),
}));

/** The ledger's account balances: they sum to zero for an order and overall. */
export function getLedgerBalances(
  db: Database,
  query: Pick<store.JournalEntryQuery, "orderId" | "eventId">,
): Promise<LedgerBalances> {
  return store.findBalances(db, query);
}
