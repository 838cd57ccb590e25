import { sql } from "kysely";
import type { Database } from "#server/platform/db/database.ts";

/** Takes row locks out of a statement: what happens to a rush when nobody waits for anybody. */
export function unlocked(text: string): string {
  return (
    text
      .replace(/ for update( skip locked)?/g, "")
      // Whoever reads how the stock stands takes a moment to decide: two processes then read the same.
      .replace(
        "select id, capacity, held, sold, terms from stock",
        "select id, capacity, held, sold, terms, pg_sleep(0.02) from stock",
      )
  );
}

/** Takes the second wall away: the table's own check that nothing is sold twice. */
export async function dropStockCheck(db: Database): Promise<void> {
  await sql`alter table stock drop constraint stock_never_oversold`.execute(db);
}

/** Takes the count of a person's uses of a code out: everybody is a newcomer. */
export function forgetful(text: string): string {
  return text.replace("select count(*)::integer from orders o", "select 0 * count(*)::integer from orders o");
}

/** Takes the condition off a change of capacity. */
export function unguarded(text: string): string {
  return text.replace(/ and held \+ sold <= (\$\d+::integer)/, " and $1 is not null");
}

/** What a transaction's beginning and its end are when it is taken apart. */
export const apart = "select 1";

/** Takes transactions apart: every statement stands for itself, whatever happens after it. */
export function splitTransactions(text: string): string {
  return /^(begin|commit|rollback)$/i.test(text.trim()) ? apart : text;
}

/** A door that does not hold on to the ticket, and takes a moment between looking at it and letting it in. */
export function looseDoor(text: string): string {
  return text
    .replace(" for share of t", "")
    .replace("insert into admissions (", "with pause as materialized (select pg_sleep(0.05)) insert into admissions (")
    .replace(/(insert into admissions [^)]*\)\s*)values \(([^)]*)\)/, "$1select $2 from pause");
}
