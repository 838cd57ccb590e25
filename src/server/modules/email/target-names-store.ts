import { allRows } from "#server/platform/db/rows.ts";
import { numbersAmong, type TargetNamer } from "#server/platform/target-names.ts";

/** What the activity log calls emails. */
export const targetNames: Record<string, TargetNamer> = {
  mail: (db, ids) => allRows(db)`
    select id, coalesce(subject, to_address) as name from emails where id = any(${numbersAmong(ids)}::bigint[])`,
};
