import { allRows } from "#server/platform/db/rows.ts";
import { numbersAmong, type TargetNamer } from "#server/platform/target-names.ts";

/** What the activity log calls comp hosts. */
export const targetNames: Record<string, TargetNamer> = {
  comp_host: (db, ids) => allRows(db)`
    select id, name as name from comp_hosts where id = any(${numbersAmong(ids)}::bigint[])`,
};
