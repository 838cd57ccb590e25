import { CompiledQuery } from "kysely";
import type { Queryable } from "#server/platform/db/database.ts";
import { accountsInvariants } from "./invariants/accounts.ts";
import { auditInvariants } from "./invariants/audit.ts";
import type { Invariant } from "./invariants/invariant.ts";
import { ledgerInvariants } from "./invariants/ledger.ts";
import { moneyInvariants } from "./invariants/money.ts";
import { papersInvariants } from "./invariants/papers.ts";
import { promotionsInvariants } from "./invariants/promotions.ts";
import { stockInvariants } from "./invariants/stock.ts";
import { ticketsInvariants } from "./invariants/tickets.ts";
import { workInvariants } from "./invariants/work.ts";

/** What must hold at any instant: of stock, money, tickets, door, mail and sessions. */
export const invariants: readonly Invariant[] = [
  ...stockInvariants,
  ...moneyInvariants,
  ...ledgerInvariants,
  ...papersInvariants,
  ...ticketsInvariants,
  ...promotionsInvariants,
  ...accountsInvariants,
  ...auditInvariants,
  ...workInvariants,
];

/** An invariant that does not hold, with the rows that show it. */
export interface Violation {
  id: string;
  holds: string;
  rows: unknown[];
}

/**
 * Checks every invariant and returns those that are broken, so none is good. Outside a transaction it opens one of its
 * own (repeatable read), so that all are judged by the same instant.
 */
export async function checkInvariants(db: Queryable, only: readonly Invariant[] = invariants): Promise<Violation[]> {
  if (!db.isTransaction) {
    return db
      .transaction()
      .setIsolationLevel("repeatable read")
      .execute((tx) => checkInvariants(tx, only));
  }
  const violations: Violation[] = [];
  for (const { id, holds, sql } of only) {
    const { rows } = await db.executeQuery(CompiledQuery.raw(sql));
    if (rows.length > 0) violations.push({ id, holds, rows });
  }
  return violations;
}
