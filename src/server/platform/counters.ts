import { CompiledQuery } from "kysely";
import { RateLimiterMemory, RateLimiterPostgres, type RateLimiterAbstract } from "rate-limiter-flexible";
import type { Database } from "./db/database.ts";
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

/** Deletes counters whose time is over. */
export function rateCountersJob(db: Database): Job {
  return {
    name: "rate-counters",
    everyMs: 10 * 60_000,
    run: () => run(db)`delete from rate_counters where expire < extract(epoch from clock_timestamp()) * 1000`,
  };
}
