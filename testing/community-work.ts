import type pg from "pg";
import { workOf } from "./query-plan.ts";
import type { Client } from "./site.ts";

/** A statement that a site sent, with its values. */
export interface Statement {
  text: string;
  values: unknown[];
}

/** Tables that grow with the community. */
export const growing = new Set(["posts", "comments", "post_reactions", "comment_reactions", "post_images", "users"]);

/** How many rows of growing tables the statements of one request read and sorted, by EXPLAIN, and what they scan whole. */
export async function workOfRequest(client: pg.Client, statements: Statement[]) {
  const total = { read: 0, sorted: 0, whole: [] as string[] };
  for (const { text, values } of statements.filter((each) => /^\s*(\/\*.*?\*\/\s*)?(select|with)/i.test(each.text))) {
    const work = await workOf(client, text, values);
    for (const { how, table, rows } of work.scans) {
      if (!growing.has(table)) continue;
      total.read += rows;
      if (how === "Seq Scan") total.whole.push(table);
    }
    for (const { rows } of work.sorts) total.sorted += rows;
  }
  return total;
}

/** Goes so many pages forward from a list's first page. @returns the address of that page, or of the last there is */
export async function pageAfter(who: Client, path: string, pages: number): Promise<string> {
  let at = path;
  for (let page = 1; page < pages; page++) {
    const { body } = await who.get<{ nextCursor: string | null }>(at);
    if (typeof body.nextCursor !== "string") break;
    at = `${path}${path.includes("?") ? "&" : "?"}cursor=${body.nextCursor}`;
  }
  return at;
}
