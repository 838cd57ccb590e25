import { sql } from "kysely";
import type { Database } from "#server/platform/db/database.ts";

/** What a change is limited to. */
interface Where {
  /** Only in statements that hold all of these texts. */
  in?: string | string[];
  /** Only while this says so; asked for each statement that would be changed. */
  when?: () => boolean;
}

/** A text of a statement, and what stands there instead; as with `String.replace`, a text is replaced once. */
export type Change = readonly [text: string | RegExp, instead: string | (() => string), where?: Where];

/** Changes statements on their way to the database, and remembers what it changed. */
export interface Sabotage {
  (statement: string): string;
  /**
   * A guard that was renamed is not taken out any more, and its negative control would prove nothing.
   *
   * @throws Error that names each text that no statement held
   */
  expectUsed(): void;
}

/**
 * Takes guards out of statements, for a negative control: the changes are made one after the other. A site that is given
 * one fails on closing where a change never found its text.
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

/** Takes row locks out of statements: what happens to a rush when nobody waits for anybody. */
export const withoutRowLocks = () => sabotage([/ for update( skip locked)?/g, ""]);

/** The same, and whoever reads how the stock stands takes a moment to decide: two processes then read the same. */
export const unlocked = (seconds = 0.02) => sabotage(withoutRowLocks(), slowStock(seconds));

/** A moment passes between reading how the stock stands and acting on it. */
export const slowStock = (seconds: number) =>
  sabotage([
    "select id, capacity, held, sold, terms from stock",
    `select id, capacity, held, sold, terms, pg_sleep(${seconds}) from stock`,
  ]);

/** Takes the second wall away: the table's own check that nothing is sold twice. */
export async function dropStockCheck(db: Database): Promise<void> {
  await sql`alter table stock drop constraint stock_never_oversold`.execute(db);
}

/** Takes the count of a person's uses of a code out: everybody is a newcomer. */
export const forgetful = () =>
  sabotage(["select count(*)::integer from orders o", "select 0 * count(*)::integer from orders o"]);

/** Takes the condition off a change of capacity. */
export const unguarded = () => sabotage([/ and held \+ sold <= (\$\d+::integer)/, " and $1 is not null"]);

/** What a transaction's beginning and its end are when it is taken apart. */
export const apart = "select 1";

/** Takes transactions apart: every statement stands for itself, whatever happens after it. */
export const splitTransactions = () => sabotage([/^\s*(begin|commit|rollback)\s*$/i, apart]);

/** A door that does not hold on to the ticket, and takes a moment between looking at it and letting it in. */
export const looseDoor = () =>
  sabotage(
    [" for share of t", ""],
    ["insert into admissions (", "with pause as materialized (select pg_sleep(0.05)) insert into admissions ("],
    [/(insert into admissions [^)]*\)\s*)values \(([^)]*)\)/, "$1select $2 from pause"],
  );
