import { sql } from "kysely";
import type { EventMarker } from "#contract/event-markers.ts";
import { plannedByValues, type Queryable } from "#server/platform/db/database.ts";
import { countUpTo } from "#server/platform/db/paging.ts";
import { fits, type ListFilter } from "../list/store.ts";

/** An event for a map or calendar, as a row. */
export type MarkerRow = Omit<EventMarker, "startsAt"> & { startsAt: Date };

/**
 * Published events for a map or calendar, the next first, or past ones with the latest first, and how many there are.
 */
export async function findMarkers(
  db: Queryable,
  filter: ListFilter,
  limit: number,
): Promise<{ rows: MarkerRow[]; total: number }> {
  const order = filter.when === "past" ? sql`e.starts_at desc, e.id desc` : sql`e.starts_at, e.id`;
  const { rows } = await sql<MarkerRow>`
    ${plannedByValues} select e.id, e.slug, e.title, e.starts_at as "startsAt", e.time_zone as "timeZone", v.name as venue, v.city,
      v.latitude, v.longitude, e.poster ->> 'key' as "posterKey", e.status
    from (select * from events e where ${fits(filter)} order by ${order} limit ${limit}) e
    join venues v on v.id = e.venue_id order by ${order}`.execute(db);
  const { total } = await countUpTo(db, sql`events e`, fits(filter));
  return { rows, total };
}

/** The current month in a zone, "2026-11". */
export async function findCurrentMonth(db: Queryable, timeZone: string): Promise<string> {
  const { rows } = await sql<{ month: string }>`
    select to_char(clock_now() at time zone ${timeZone}, 'YYYY-MM') as month`.execute(db);
  return rows[0]!.month;
}

/** The nearest months before and after one that have a published event. */
export async function findNeighbours(
  db: Queryable,
  month: string,
): Promise<{ before: string | null; after: string | null }> {
  const start = `${month}-01`;
  // One day of slack on either side lets the index on times serve queries for days in many zones.
  const { rows } = await sql<{ before: string | null; after: string | null }>`
    select
      (select to_char(e.starts_at at time zone e.time_zone, 'YYYY-MM') from events e
       where e.visibility = 'published' and e.starts_at < ${start}::date + interval '1 day'
         and (e.starts_at at time zone e.time_zone)::date < ${start}::date
       order by e.starts_at desc limit 1) as before,
      (select to_char(e.starts_at at time zone e.time_zone, 'YYYY-MM') from events e
       where e.visibility = 'published' and e.starts_at > ${start}::date + interval '1 month' - interval '1 day'
         and (e.starts_at at time zone e.time_zone)::date >= ${start}::date + interval '1 month'
       order by e.starts_at limit 1) as after`.execute(db);
  return rows[0]!;
}
