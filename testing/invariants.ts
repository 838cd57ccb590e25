import { checkInvariants, invariants } from "#db/invariants.ts";
import { sql } from "kysely";
import type { Queryable } from "#server/platform/db/database.ts";

/**
 * Fails with every broken invariant and the first rows that show it: after each journey, each fault, each race.
 * `except` names those that a test broke on purpose.
 */
export async function expectInvariants(db: Queryable, { except = [] }: { except?: string[] } = {}): Promise<void> {
  const violations = await checkFewRows(
    db,
    invariants.filter(({ id }) => !except.includes(id)),
  );
  if (violations.length === 0) return;
  const report = violations.map(({ id, holds, rows }) => {
    const shown = rows.slice(0, 5).map((row) => `\n    ${JSON.stringify(row)}`);
    return `\n  ${id} ${holds}: ${rows.length} ${rows.length === 1 ? "row" : "rows"}${shown.join("")}`;
  });
  throw new Error(`Broken invariants:${report.join("")}`);
}

/**
 * Checks every invariant of a database with few rows: its joins run in the order in which they are written, because
 * planning a better one takes far longer than all the rows do.
 */
export const checkFewRows = (db: Queryable, only = invariants) =>
  db.isTransaction
    ? checkInvariants(db, only)
    : db
        .transaction()
        .setIsolationLevel("repeatable read")
        .execute(async (tx) => {
          await sql`set local join_collapse_limit = 1`.execute(tx);
          await sql`set local from_collapse_limit = 1`.execute(tx);
          return checkInvariants(tx, only);
        });

/** The broken invariants, except the one about password hashes: test users have no passwords. */
export const brokenInvariants = (db: Queryable) =>
  checkFewRows(
    db,
    invariants.filter(({ id }) => id !== "I-52"),
  );
