import { bool } from "#server/platform/db/columns.ts";
import type { Tx } from "#server/platform/db/database.ts";
import { firstValue, onlyValue } from "#server/platform/db/rows.ts";

/** The last whole week, if its brief is due and nobody has made it; from Monday at 8 AM in a zone. */
export function claimWeek(tx: Tx, timeZone: string): Promise<string | undefined> {
  return firstValue(tx)`
    with here as (select clock_now() at time zone ${timeZone} as now),
    due as (select (date_trunc('week', now - interval '8 hours') - interval '7 days')::date as week from here)
    insert into weekly_briefs (week) select week from due where not exists (
      select from weekly_briefs b where b.week >= due.week)
    on conflict do nothing returning week::text`;
}

/** True if people came in a week or the one before. */
export function hasTraffic(tx: Tx, week: string): Promise<boolean> {
  return onlyValue(tx, bool)`
    select exists (select from traffic_days
      where day between ${week}::date - 7 and ${week}::date + 6 and kind = 'visit' and audience = 'people')
      or exists (select from sales_hours where hour >= ${week}::date - 8 and hour < ${week}::date + 8)`;
}
