import { allRows } from "#server/platform/db/rows.ts";
import { numbersAmong, type TargetNamer } from "#server/platform/target-names.ts";

/** What the activity log calls people. */
export const targetNames: Record<string, TargetNamer> = {
  person: (db, ids) => allRows(db)`
    select id, display_name as name from users where deleted_at is null and id = any(${numbersAmong(ids)}::bigint[])`,
};
