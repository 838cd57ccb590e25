import type { z } from "zod";
import type { LedgerBalances, listLedger as contract } from "#contract/ledger.ts";
import type { Database } from "#server/platform/db/database.ts";
import * as store from "./store.ts";

/** Movements of money as the books have them, newest first. */
export async function listLedger(db: Database, query: store.PostingQuery): Promise<z.input<typeof contract.reply>> {
  const { rows, ...page } = await store.findPostings(db, query);
  return { items: rows.map((row) => ({ ...row, at: row.at.toISOString() })), ...page };
}

/** What the accounts come to, as the books have it: in sum zero for an order and for all. */
export function getLedgerBalances(
  db: Database,
  query: Pick<store.PostingQuery, "orderId" | "eventId">,
): Promise<LedgerBalances> {
  return store.findBalances(db, query);
}
