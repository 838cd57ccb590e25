import { allRows } from "#server/platform/db/rows.ts";
import { type TargetNamer, uuidsAmong } from "#server/platform/target-names.ts";

/** What the activity log calls orders. */
export const targetNames: Record<string, TargetNamer> = {
  order: (db, ids) => allRows(db)`
    select id, number as name from orders where id = any(${uuidsAmong(ids)}::uuid[])`,
};
