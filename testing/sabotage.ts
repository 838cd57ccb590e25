import { sql } from "kysely";
import type { Database } from "#server/platform/db/database.ts";
import { haveRead } from "./meeting-point.ts";

/** Limits where a change applies. */
interface Where {
  /** Only in statements that contain all of these texts. */
  in?: string | string[];
  /** Only while this returns true; called for each statement that would change. */
  when?: () => boolean;
}

/** A text in a statement and its replacement; as with `String.replace`, a string is replaced once. */
export type Change = readonly [text: string | RegExp, instead: string | (() => string), where?: Where];

/** Changes statements on their way to the database and records which changes applied. */
export interface Sabotage {
  (statement: string): string;
  /**
   * If a guard was renamed, the sabotage no longer removes it, and the negative control would prove nothing.
   *
   * @throws Error that names each text that no statement contained
   */
  expectUsed(): void;
}

/**
 * Removes guards from statements, for a negative control. Changes apply in order. A site that uses a sabotage fails on
 * close if a change never found its text.
 */
export function sabotage(...parts: (Change | Sabotage)[]): Sabotage {
  const unused = new Set<Change>(parts.filter((part) => typeof part !== "function"));
  const change = (statement: string): string =>
    parts.reduce((text: string, part) => {
      if (typeof part === "function") return part(text);
      const changed = isMeant(text, part) ? text.replace(part[0], part[1] as string) : text;
      if (changed !== text) unused.delete(part);
      return changed;
    }, statement);
  return Object.assign(change, {
    expectUsed() {
      for (const part of parts) if (typeof part === "function") part.expectUsed();
      if (unused.size === 0) return;
      const texts = [...unused].map(
        ([text, , where]) => `${text}${where?.in ? ` in ${[where.in].flat().join(" … ")}` : ""}`,
      );
      throw new Error(`The control changed nothing: no statement held ${texts.join(", nor ")}`);
    },
  });
}

function isMeant(statement: string, [text, , where]: Change): boolean {
  if (typeof text === "string" ? !statement.includes(text) : statement.search(text) < 0) return false;
  if (![where?.in ?? []].flat().every((other) => statement.includes(other))) return false;
  return where?.when?.() ?? true;
}

/** Removes row locks from statements: shows what happens in a rush when no request waits for another. */
export const withoutRowLocks = () => sabotage([/ for update( of \w+)?( skip locked)?/g, ""]);

/** The same, and the first two transactions that read stock to change it read the same values. */
export const unlocked = () => sabotage(withoutRowLocks(), meetAtStock());

/** Lets the first two transactions that read stock to change it go on only once both have read it. */
export const meetAtStock = () =>
  sabotage([/("saleVersion" from stock\s+where) (?=.* order by id)/, `$1 ${haveRead()} and `]);

/** Makes the first locked read of stock say that nothing is left. */
export function fullAtFirst(): Sabotage {
  let readCount = 0;
  return sabotage([
    "select id, capacity, held, sold,",
    "select id, held + sold as capacity, held, sold,",
    { in: "from stock where id = any", when: () => readCount++ === 0 },
  ]);
}

/** Removes the second line of defense: the table's own check against overselling. */
export async function dropStockCheck(db: Database): Promise<void> {
  await sql`alter table stock drop constraint stock_never_oversold`.execute(db);
}

/** Zeroes the count of a person's promo code redemptions: every buyer looks new. */
export const forgetful = () =>
  sabotage(["select count(*)::integer from orders o", "select 0 * count(*)::integer from orders o"]);

/** Removes the condition from a capacity change. */
export const unguarded = () => sabotage([/ and held \+ sold <= (\$\d+::integer)/, " and $1 is not null"]);

/** Replaces `begin`, `commit` and `rollback` when a transaction is split. */
export const apart = "select 1";

/** Splits transactions: every statement commits by itself, whatever happens after it. */
export const splitTransactions = () => sabotage([/^\s*(begin|commit|rollback)\s*$/i, apart]);

/**
 * A check-in that doesn't lock the ticket. Between reading the ticket and admitting it, it waits for one more arrival at
 * the meeting point.
 */
export const looseDoor = () =>
  sabotage(
    [" for share of t", ""],
    [/(insert into admissions [^)]*\)\s*)values \(([^)]*)\)/, `$1select $2 where ${haveRead()}`],
  );
