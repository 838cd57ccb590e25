import { sql } from "kysely";
import type { Database } from "#server/platform/db/database.ts";
import type { DemoNight } from "./night.ts";

/** When a night of the demo happens on this site. */
export interface NightTimes {
  startsAt: Date;
  doorsAt: Date;
  endsAt: Date;
}

const isoDay = { friday: 5, saturday: 6, sunday: 7 };

/**
 * Turns weekdays and local times into instants. PostgreSQL does the sums: it knows every zone's clock changes, and its
 * own calendar is the one that decides what is past.
 */
export async function scheduleNights(db: Database, nights: DemoNight[]): Promise<NightTimes[]> {
  const { rows } = await sql<NightTimes & { place: number }>`
    with wish as (
      select w.*, (clock_now() at time zone w.zone)::date as today
      from unnest(
        ${nights.map((night) => night.timeZone)}::text[], ${nights.map((night) => night.date.weeks)}::int[],
        ${nights.map((night) => isoDay[night.date.weekday])}::int[], ${nights.map((night) => night.date.starts)}::time[],
        ${nights.map((night) => night.date.doors)}::time[], ${nights.map((night) => night.date.hours)}::float8[])
        with ordinality as w(zone, weeks, weekday, starts, doors, hours, place)),
    dated as (
      select *, case when weeks > 0
        then today + (weekday - extract(isodow from today)::int + 6) % 7 + 1 + (weeks - 1) * 7
        else today - ((extract(isodow from today)::int - weekday + 6) % 7 + 1) + (weeks + 1) * 7 end as day
      from wish)
    select place, (day + starts) at time zone zone as "startsAt", (day + doors) at time zone zone as "doorsAt",
      (day + starts) at time zone zone + make_interval(mins => (hours * 60)::int) as "endsAt"
    from dated order by place`.execute(db);
  return rows;
}
