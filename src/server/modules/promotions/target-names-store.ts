import { allRows } from "#server/platform/db/rows.ts";
import { numbersAmong, type TargetNamer } from "#server/platform/target-names.ts";

/** What the activity log calls promo codes and promoters. */
export const targetNames: Record<string, TargetNamer> = {
  promo_code: (db, ids) => allRows(db)`
    select id, code as name from promo_codes where id = any(${numbersAmong(ids)}::bigint[])`,
  promoter: (db, ids) => allRows(db)`
    select id, name as name from promoters where id = any(${numbersAmong(ids)}::bigint[])`,
};
