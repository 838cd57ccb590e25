import { checkInvariants, invariants } from "#db/invariants.ts";
import type { Queryable } from "#server/platform/db/database.ts";

/**
 * Fails with every invariant that does not hold and the first rows that show it: after each journey, each fault, each
 * race. `except` names those that a test broke by hand.
 */
export async function expectInvariants(db: Queryable, { except = [] }: { except?: string[] } = {}): Promise<void> {
  const violations = await checkInvariants(
    db,
    invariants.filter(({ id }) => !except.includes(id)),
  );
  if (violations.length === 0) return;
  const told = violations.map(({ id, holds, rows }) => {
    const shown = rows.slice(0, 5).map((row) => `\n    ${JSON.stringify(row)}`);
    return `\n  ${id} ${holds}: ${rows.length} ${rows.length === 1 ? "row" : "rows"}${shown.join("")}`;
  });
  throw new Error(`What must always hold does not:${told.join("")}`);
}

/** What does not hold, but for how passwords are kept: people of tests have none. */
export const brokenInvariants = (db: Queryable) =>
  checkInvariants(
    db,
    invariants.filter(({ id }) => id !== "I-52"),
  );
