import { allRows } from "#server/platform/db/rows.ts";
import { numbersAmong, type TargetNamer } from "#server/platform/target-names.ts";

/** What the activity log calls events and venues. */
export const targetNames: Record<string, TargetNamer> = {
  event: (db, ids) => allRows(db)`
    select id, title as name from events where id = any(${numbersAmong(ids)}::bigint[])`,
  venue: (db, ids) => allRows(db)`
    select id, name as name from venues where id = any(${numbersAmong(ids)}::bigint[])`,
};
