/** Which rows of a list are asked for. */
export interface PageOf {
  limit: number;
  offset: number;
}

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
