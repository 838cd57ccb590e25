import { allRows } from "#server/platform/db/rows.ts";
import { numbersAmong, type TargetNamer } from "#server/platform/target-names.ts";

/** What the activity log calls products and collections. */
export const targetNames: Record<string, TargetNamer> = {
  product: (db, ids) => allRows(db)`
    select id, title as name from products where id = any(${numbersAmong(ids)}::bigint[])`,
  collection: (db, ids) => allRows(db)`
    select id, name as name from collections where id = any(${numbersAmong(ids)}::bigint[])`,
};
