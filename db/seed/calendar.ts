import { sql } from "kysely";
import type { Database } from "#server/platform/db/database.ts";
import type { DemoEvent } from "./event.ts";

/** When a demo event takes place on this site. */
export interface EventTimes {
  startsAt: Date;
  doorsAt: Date;
  endsAt: Date;
}

const isoDay = { friday: 5, saturday: 6, sunday: 7 };

/**
 * Turns weekdays and local times into instants. PostgreSQL does the math: it knows every zone's clock changes, and its
 * own calendar decides what is past.
 */
export async function scheduleEvents(db: Database, events: DemoEvent[]): Promise<EventTimes[]> {
  const { rows } = await sql<EventTimes & { place: number }>`
    with wish as (
      select w.*, (clock_now() at time zone w.zone)::date as today
      from unnest(
        ${events.map((event) => event.timeZone)}::text[], ${events.map((event) => event.date.weeks)}::int[],
        ${events.map((event) => isoDay[event.date.weekday])}::int[], ${events.map((event) => event.date.starts)}::time[],
        ${events.map((event) => event.date.doors)}::time[], ${events.map((event) => event.date.hours)}::float8[])
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
