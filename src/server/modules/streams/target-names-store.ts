import { allRows } from "#server/platform/db/rows.ts";
import { numbersAmong, type TargetNamer } from "#server/platform/target-names.ts";

/** What the activity log calls streams and their keys. */
export const targetNames: Record<string, TargetNamer> = {
  stream: (db, ids) => allRows(db)`
    select id, title as name from streams where id = any(${numbersAmong(ids)}::bigint[])`,
  stream_key: (db, ids) => allRows(db)`
    select id, name as name from stream_keys where id = any(${numbersAmong(ids)}::bigint[])`,
};
