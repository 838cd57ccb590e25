import { CompiledQuery } from "kysely";
import { RateLimiterMemory, RateLimiterPostgres, type RateLimiterAbstract } from "rate-limiter-flexible";
import type { Database, Tx } from "./db/database.ts";
import { run } from "./db/rows.ts";
import type { Job } from "./jobs.ts";

/** What counts per key against a budget of points. */
export type Counter = RateLimiterAbstract;

/** Makes a counter. The name keeps its keys apart from other counters'; `duration` is in seconds. */
export type OpenCounter = (options: { name: string; points: number; duration: number }) => Counter;

/** Counters of this process alone. */
export const countInMemory: OpenCounter = ({ name, ...budget }) =>
  new RateLimiterMemory({ keyPrefix: name, ...budget });

/**
 * Counters that all nodes share, so that a second node gives no second budget: one statement per count, on the nodes'
 * clocks, because a moved database clock must not open a budget again. While the database can't count, each node counts
 * by itself: nobody is locked out, and nobody may guess without limit.
 */
export function countInDatabase(db: Database): OpenCounter {
  const storeClient = {
    async query({ text, values }: { text: string; values: unknown[] }) {
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
