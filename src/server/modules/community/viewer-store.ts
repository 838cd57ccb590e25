import type { Queryable } from "#server/platform/db/database.ts";
import { allRows } from "#server/platform/db/rows.ts";

/** Whom someone is kept apart from by a block of either, and whom they muted. */
export function findKeptAway(db: Queryable, userId: number): Promise<{ kind: "block" | "mute"; id: number }[]> {
  return allRows(db)`
    select kind, to_id as id from relations where from_id = ${userId} and kind in ('block', 'mute')
    union select kind, from_id from relations where to_id = ${userId} and kind = 'block'`;
}
