import { CompiledQuery } from "kysely";
import { RateLimiterMemory, RateLimiterPostgres, type RateLimiterAbstract } from "rate-limiter-flexible";
import { coalesce } from "./coalesce.ts";
import { integer, orNull, text as textColumn } from "./db/columns.ts";
import type { Database, Tx } from "./db/database.ts";
import { allRows, run } from "./db/rows.ts";
import { isUnreachable } from "./db/unreachable.ts";
import type { Job } from "./jobs.ts";

/** What counts per key against a budget of points. */
export type Counter = RateLimiterAbstract;

/** Makes a counter. The name keeps its keys apart from other counters'; `duration` is in seconds. */
export type OpenCounter = (options: { name: string; points: number; duration: number }) => Counter;

/** Counters of this process alone. */
export const countInMemory: OpenCounter = ({ name, ...budget }) =>
  new RateLimiterMemory({ keyPrefix: name, ...budget });

/**
 * Counters that all nodes share, so that a second node gives no second budget, on the nodes' clocks, because a moved
 * database clock must not open a budget again. Counts that arrive together share a statement. While the database can't count, each node counts
 * by itself: nobody is locked out, and nobody may guess without limit.
 */
export function countInDatabase(db: Database): OpenCounter {
  const addPoints = createAddPoints(db);
  const storeClient = {
    async query({ name, text, values }: { name: string; text: string; values: unknown[] }) {
      // The library's own statement for this counts one key.
      if (name === "rate_counters:rlflx-upsert") return { rows: [await addPoints(values as Addition)], rowCount: 1 };
      const { rows, numAffectedRows } = await db.executeQuery(CompiledQuery.raw(text, values));
      return { rows, rowCount: Math.max(rows.length, Number(numAffectedRows ?? 0)) };
    },
  };
  return ({ name, ...budget }) =>
    new RateLimiterPostgres({
      storeClient,
      storeType: "client",
      tableName: "rate_counters",
      tableCreated: true,
      clearExpiredByTimeout: false,
      keyPrefix: name,
      ...budget,
      insuranceLimiter: countInMemory({ name, ...budget }),
    });
}

/** Points for a key, when they expire if they are its first, and now; milliseconds by the node's clock. */
type Addition = [key: string, points: number, expire: number | null, now: number];

const counted = { key: textColumn, points: integer, expire: orNull(integer) };

/**
 * Adds points to keys and returns what each has right after its own: those that arrive together in one statement, so that
 * limits cost a rush one commit for many calls. Rows are locked in the order of their keys.
 */
function createAddPoints(db: Database): (addition: Addition) => Promise<{ points: number; expire: number | null }> {
  return coalesce<Addition, { points: number; expire: number | null }>({
    async run(additions) {
      const ofKey = Map.groupBy(additions, ([key]) => key);
      const sums = [...ofKey].map(([key, own]) => ({ key, points: sumOf(own), expire: own[0]![2] }));
      const now = Math.max(...additions.map(([, , , at]) => at));
      const adding = allRows(db, counted)`
        insert into rate_counters as c (key, points, expire)
        select k.key, k.points, k.expire
        from unnest(${sums.map(({ key }) => key)}::text[], ${sums.map(({ points }) => points)}::integer[],
          ${sums.map(({ expire }) => expire)}::bigint[]) as k(key, points, expire) order by k.key
        on conflict (key) do update set
          points = excluded.points + case when c.expire <= ${now}::bigint then 0 else c.points end,
          expire = case when c.expire <= ${now}::bigint then excluded.expire else c.expire end
        returning key, points, expire`;
      const rows = await adding.catch((error: unknown) => {
        if (isUnreachable(error as Error)) return error as Error;
        throw error;
      });
      // Split, each part would wait just as long again: all count by themselves at once.
      if (rows instanceof Error) return additions.map(() => ({ ok: false as const, error: rows }));
      // From the last to the first: each has what came before it and its own.
      const left = new Map(rows.map((row) => [row.key, row]));
      const outcomes = additions.toReversed().map(([key, points]) => {
        const { expire, ...row } = left.get(key)!;
        left.set(key, { ...row, expire, points: row.points - points });
        return { ok: true as const, value: { points: row.points, expire } };
      });
      return outcomes.toReversed();
    },
  });
}

const sumOf = (additions: Addition[]): number => additions.reduce((sum, [, points]) => sum + points, 0);

/**
 * Counts keys in a transaction, each once for each time that it's given, for the counter of that name.
 *
 * @param counter its name, and its time in seconds from the first count on
 */
export async function countInTransaction(
  tx: Tx,
  { name, duration }: { name: string; duration: number },
  keys: string[],
): Promise<void> {
  if (keys.length === 0) return;
  await run(tx)`
    insert into rate_counters as c (key, points, expire)
    select ${`${name}:`} || k.key, count(*), extract(epoch from clock_timestamp()) * 1000 + ${duration * 1000}
    from unnest(${keys}::text[]) as k(key) group by k.key order by k.key
    on conflict (key) do update set
      points = excluded.points + case when c.expire > extract(epoch from clock_timestamp()) * 1000 then c.points else 0 end,
      expire = case when c.expire > extract(epoch from clock_timestamp()) * 1000 then c.expire else excluded.expire end`;
}

/** Deletes counters whose time is over. */
export function rateCountersJob(db: Database): Job {
  return {
    name: "rate-counters",
    everyMs: 10 * 60_000,
    run: () => run(db)`delete from rate_counters where expire < extract(epoch from clock_timestamp()) * 1000`,
  };
}
