import { sql } from "kysely";
import type { Queryable } from "./db/database.ts";
import { allRows } from "./db/rows.ts";
import type { DB } from "./db/schema.generated.ts";

/** Finds what people call the things of one kind, by their ids as the activity log stores them. Deleted ones are left out. */
export type TargetNamer = (db: Queryable, ids: string[]) => Promise<{ id: string | number; name: string }[]>;

const idsOf = { bigint: /^\d{1,15}$/, uuid: /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i };

/** The ids among these that are numbers: a log may hold others for the same kind. */
export const numbersAmong = (ids: string[]): number[] => ids.filter((id) => idsOf.bigint.test(id)).map(Number);

/**
 * Names the rows of a module's own table: `name` and `where` are SQL of its columns. Ids of another kind than the
 * table's are passed over, as a log may hold them.
 */
export const nameRows =
  (
    table: keyof DB,
    name: string,
    { type = "bigint", where = "true" }: { type?: keyof typeof idsOf; where?: string } = {},
  ): TargetNamer =>
  (db, ids) =>
    allRows(db)`
      select id, ${sql.raw(name)} as name from ${sql.table(table)}
      where ${sql.raw(where)} and id = any(${ids.filter((id) => idsOf[type].test(id))}::${sql.raw(type)}[])`;

/** What someone wrote, as the activity log names it. */
export interface QuotedText {
  /** Null once the account is deleted. */
  author: string | null;
  /** Empty for pictures without a text. */
  text: string;
  status: string;
}

const longestQuote = 60;

/** "Ana: “Who's going on Saturday…” (hidden)". What its author deleted isn't quoted. */
export function quoteText({ author, text, status }: QuotedText): string {
  const by = author ?? "Deleted account";
  if (status === "deleted") return `${by} (deleted)`;
  const line = text.replace(/\s+/g, " ").trim();
  const characters = [...line];
  const cut = characters.length > longestQuote ? `${characters.slice(0, longestQuote).join("").trimEnd()}…` : line;
  return `${by}${cut === "" ? "" : `: “${cut}”`}${status === "published" ? "" : ` (${status})`}`;
}
