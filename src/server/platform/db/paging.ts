import { sql, type RawBuilder } from "kysely";
import { plannedByValues, type Queryable } from "./database.ts";

/** Which rows of a list are asked for. */
export interface PageOf {
  limit: number;
  offset: number;
}

/** Where a list's total stops counting: who has more rows searches or filters. */
export const mostCounted = 10_000;

/** The same for what was searched by words, and for lists whose filter no index knows. */
export const fewCounted = 1_000;

/** Rows on one page of a staff list. */
export const staffPageSize = 25;

/** The rows of a page, the first one unless said. */
export function pageOf(page: number | undefined, pageSize = staffPageSize): PageOf {
  return { limit: pageSize, offset: ((page ?? 1) - 1) * pageSize };
}

/** Patterns for `like all`: every word that was typed, wherever it stands, with the pattern's own signs as plain letters. */
export function wordPatterns(q: string | undefined): string[] {
  return (q ?? "")
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== "")
    .map((word) => `%${word.replace(/[\\%_]/g, "\\$&")}%`);
}

/** How many rows a list has, as far as they were counted. */
export interface Counted {
  total: number;
  /** True where counting stopped and there are more. */
  isMore: boolean;
}

/** How many rows there are, counted up to ten thousand unless said: `from` and `where` of a list. */
export async function countUpTo(
  db: Queryable,
  from: RawBuilder<unknown>,
  where: RawBuilder<unknown>,
  most = mostCounted,
): Promise<Counted> {
  const { rows } = await sql<{ total: number }>`
    ${plannedByValues} select count(*)::integer as total from (
      select from ${from} where ${where} limit ${sql.lit(most + 1)}) counted`.execute(db);
  return countedAs(rows[0]!.total, most);
}

/** So many rows, of which a list says that there are at most so many. */
export const countedAs = (found: number, most: number): Counted => ({
  total: Math.min(found, most),
  isMore: found > most,
});

/** True where every pattern fits; one by one, since an index on parts of words understands a single pattern. */
export function likeEach(text: RawBuilder<unknown>, patterns: string[]): RawBuilder<unknown> {
  if (patterns.length === 0) return sql`true`;
  const each = patterns.map((pattern) => sql`${text} like ${pattern}`);
  return sql.join(each, sql` and `);
}
