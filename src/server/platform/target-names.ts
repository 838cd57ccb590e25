import type { Queryable } from "./db/database.ts";

/** Finds what people call the things of one kind, by their ids as the activity log stores them. Deleted ones are left out. */
export type TargetNamer = (db: Queryable, ids: string[]) => Promise<{ id: string | number; name: string }[]>;

/** The ids among these that are numbers: a log may hold others for the same kind. */
export const numbersAmong = (ids: string[]): number[] => ids.filter((id) => /^\d{1,15}$/.test(id)).map(Number);

/** The ids among these that are UUIDs. */
export const uuidsAmong = (ids: string[]): string[] =>
  ids.filter((id) => /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i.test(id));

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
