import { float } from "#server/platform/db/columns.ts";
import type { Queryable } from "#server/platform/db/database.ts";
import { firstValue, run } from "#server/platform/db/rows.ts";

/** Calls of one kind share one queue across all nodes: the provider limits each kind. */
export type Lane = "open" | "read" | "expire" | "refund";

/** Milliseconds between two calls of a lane: twenty per second, while the provider allows twenty-five. */
const gapMs = 50;
/** The longest wait in the queue; calls that would wait longer fail at once. */
export const longestWaitMs = 5_000;

/**
 * Takes the next free slot of a lane. All nodes share the queue, so together they stay under the provider's limit. Uses
 * the real clock, never the shifted one.
 *
 * @returns milliseconds to wait; undefined when the queue is full
 */
export function reserveSlot(db: Queryable, lane: Lane): Promise<number | undefined> {
  return firstValue(db, float)`
    insert into provider_pace as p (lane, next_at)
    values (${lane}, clock_timestamp() + make_interval(secs => ${gapMs / 1000}::float8))
    on conflict (lane) do update
      set next_at = greatest(p.next_at, clock_timestamp()) + make_interval(secs => ${gapMs / 1000}::float8)
      where p.next_at < clock_timestamp() + make_interval(secs => ${longestWaitMs / 1000}::float8)
    returning greatest(0, extract(epoch from next_at - clock_timestamp()) * 1000 - ${gapMs}::float8)::float8 as wait`;
}

/** The provider reported too many requests: the whole queue waits one more second. */
export function slowDown(db: Queryable, lane: Lane): Promise<void> {
  return run(db)`
    update provider_pace set next_at = greatest(next_at, clock_timestamp()) + interval '1 second'
    where lane = ${lane} and next_at < clock_timestamp() + interval '3 seconds'`;
}
