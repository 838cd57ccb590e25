import { checkInvariants, invariants } from "#db/invariants.ts";
import type { Queryable } from "#server/platform/db/database.ts";

/**
 * Fails with every broken invariant and the first rows that show it: after each journey, each fault, each race.
 * `except` names those that a test broke on purpose.
 */
export async function expectInvariants(db: Queryable, { except = [] }: { except?: string[] } = {}): Promise<void> {
  const violations = await checkInvariants(
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

/** The broken invariants, except the one about password hashes: test users have no passwords. */
export const brokenInvariants = (db: Queryable) =>
  checkInvariants(
    db,
    invariants.filter(({ id }) => id !== "I-52"),
  );
