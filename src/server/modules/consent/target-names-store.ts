import { allRows } from "#server/platform/db/rows.ts";
import { numbersAmong, type TargetNamer } from "#server/platform/target-names.ts";

/** What the activity log calls suppressed addresses. */
export const targetNames: Record<string, TargetNamer> = {
  suppression: (db, ids) => allRows(db)`
    select id, email as name from suppressions where id = any(${numbersAmong(ids)}::bigint[])`,
};
