import type { z } from "zod";
import type { LedgerBalances, listLedger as contract } from "#contract/ledger.ts";
import type { Database } from "#server/platform/db/database.ts";
import * as store from "./store.ts";

/** Journal entries of the ledger, newest first. */
export async function listLedger(
  db: Database,
  query: store.JournalEntryQuery,
): Promise<z.input<typeof contract.reply>> {
  const { rows, ...page } = await store.findJournalEntries(db, query);
  return { items: rows.map((row) => ({ ...row, at: row.at.toISOString() })), ...page };
}

/** The ledger's account balances: they sum to zero for an order and overall. */
export function getLedgerBalances(
  db: Database,
  query: Pick<store.JournalEntryQuery, "orderId" | "eventId">,
): Promise<LedgerBalances> {
  return store.findBalances(db, query);
}
