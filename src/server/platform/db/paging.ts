import { sql, type RawBuilder } from "kysely";
import { plainLetters } from "#contract/letters.ts";
import { integer } from "./columns.ts";
import { plannedByValues, type Queryable } from "./database.ts";
import { onlyValue } from "./rows.ts";

/** Where a list's total stops counting. Staff with more rows search or filter. */
export const maxCounted = 10_000;

/** The same for word searches, and for lists whose filter has no index. */
export const fewCounted = 1_000;

/** Rows per page of a staff list. */
export const staffPageSize = 25;

/** A LIKE pattern that finds a word anywhere and takes its characters literally. */
export const containing = (word: string): string => `%${word.replace(/[\\%_]/g, "\\$&")}%`;

/** Patterns for `plain_letters(…) like all`: every typed word, anywhere in the text, with the pattern's special characters escaped. */
export function wordPatterns(q: string | undefined): string[] {
  return plainLetters(q ?? "")
    .split(/\s+/)
    .filter((word) => word !== "")
    .map(containing);
}

/** How many rows a list has, as far as they were counted. */
export interface Counted {
  total: number;
  /** True if counting stopped and there are more rows. */
  isMore: boolean;
}

/** Counts rows, up to ten thousand by default. `from` and `where` are those of the list. */
export async function countUpTo(
  db: Queryable,
  from: RawBuilder<unknown>,
  where: RawBuilder<unknown>,
  max = maxCounted,
): Promise<Counted> {
  const total = await onlyValue(db, integer)`
    ${plannedByValues} select count(*)::integer as total from (
      select from ${from} where ${where} limit ${sql.lit(max + 1)}) counted`;
  return countedAs(total, max);
}

/** The number of rows found, capped at the most that the list counts. */
export const countedAs = (found: number, max: number): Counted => ({
  total: Math.min(found, max),
  isMore: found > max,
});

/** True if every pattern matches; one by one, because a trigram index understands only a single pattern. */
export function likeEach(text: RawBuilder<unknown>, patterns: string[]): RawBuilder<unknown> {
  if (patterns.length === 0) return sql`true`;
  const each = patterns.map((pattern) => sql`${text} like ${pattern}`);
  return sql.join(each, sql` and `);
}
