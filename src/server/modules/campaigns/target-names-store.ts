import { allRows } from "#server/platform/db/rows.ts";
import { numbersAmong, type TargetNamer } from "#server/platform/target-names.ts";

/** What the activity log calls campaigns, audiences and automations. */
export const targetNames: Record<string, TargetNamer> = {
  campaign: (db, ids) => allRows(db)`
    select id, name as name from campaigns where id = any(${numbersAmong(ids)}::bigint[])`,
  audience: (db, ids) => allRows(db)`
    select id, name as name from audiences where id = any(${numbersAmong(ids)}::bigint[])`,
  automation: (db, ids) => allRows(db)`
    select id, name as name from automations where id = any(${numbersAmong(ids)}::bigint[])`,
};
