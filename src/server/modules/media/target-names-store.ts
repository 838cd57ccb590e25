import { allRows } from "#server/platform/db/rows.ts";
import { numbersAmong, type TargetNamer } from "#server/platform/target-names.ts";

/** What the activity log calls images. */
export const targetNames: Record<string, TargetNamer> = {
  picture: (db, ids) => allRows(db)`
    select id, coalesce(nullif(alt, ''), file_name) as name from pictures where id = any(${numbersAmong(ids)}::bigint[])`,
};
