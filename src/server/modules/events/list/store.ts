import { sql, type RawBuilder } from "kysely";
import type { EventMarker, EventMonth } from "#contract/events/markers.ts";
import type { EventList, EventListQuery } from "#contract/events/events.ts";
import { text } from "#server/platform/db/columns.ts";
import { plannedByValues, type Queryable } from "#server/platform/db/database.ts";
import type { PageQuery } from "#server/platform/db/keyset.ts";
import type { ListSource } from "#server/platform/db/list.ts";
import { countUpTo, likeEach } from "#server/platform/db/paging.ts";
import { allRows, firstRow, onlyValue } from "#server/platform/db/rows.ts";
import { byStart, endsAfter, firstDay, inCity, inTime, lastDay, onDays } from "../columns.ts";
import { patternsOf } from "../search.ts";
import { publishedColumns, type PublishedEvent } from "../store.ts";
import type { Stored } from "#server/platform/shown.ts";

/** Which published events are listed. `any`: past and upcoming, for calendars. */
export type ListFilter = Pick<EventListQuery, "q" | "city" | "category" | "from" | "to"> & {
  when: EventListQuery["when"] | "any";
};

const inSpan = (filter: ListFilter) =>
  sql`${filter.when === "any" ? sql`true` : inTime(filter.when)} and ${onDays(filter)}`;

function inCategory({ category }: ListFilter): RawBuilder<unknown> {
  return category ? sql`e.categories @> array[${category}]::text[]` : sql`true`;
}

const shown = (filter: ListFilter) =>
  sql`e.visibility = 'published' and ${inSpan(filter)} and ${likeEach(sql`e.search_text`, patternsOf(filter.q))}`;
const fits = (filter: ListFilter) => sql`${shown(filter)} and ${inCity(filter.city)} and ${inCategory(filter)}`;

/** Published events, the next first, or past ones with the latest first. */
export const eventPages: ListSource<ListFilter & PageQuery, PublishedEvent> = {
  columns: publishedColumns,
  from: sql`events e`,
  page: {
    alias: "e",
    joins: sql`join venues v on v.id = e.venue_id`,
    wide: { table: sql`events`, columns: sql`e.id, e.starts_at` },
  },
  order: ({ when }) => ({ name: when, keys: byStart, descending: when === "past" }),
  where: fits,
};

/** The filters' options, with numbers of events. */
export type Facets = Pick<EventList, "cities" | "categories">;

/** For each filter, how many events its other values would show. */
export async function countFacets(db: Queryable, filter: ListFilter): Promise<Facets> {
  const cities = await allRows(db)<Facets["cities"][number]>`
    ${plannedByValues} select v.city, sum(n.count)::integer as count
    from (select venue_id, count(*) as count from events e where ${shown(filter)} and ${inCategory(filter)} group by venue_id) n
    join venues v on v.id = n.venue_id group by v.city order by 2 desc, 1`;
  const categories = await allRows(db)<Facets["categories"][number]>`
    ${plannedByValues} select category, sum(n.count)::integer as count
    from (select categories, count(*) as count from events e where ${shown(filter)} and ${inCity(filter.city)} group by categories) n,
      unnest(n.categories) as category
    group by category order by 2 desc, 1`;
  return { cities, categories };
}

/**
 * Published events for a map or calendar, the next first, or past ones with the latest first, and how many there are.
 */
export async function findMarkers(db: Queryable, filter: ListFilter, limit: number) {
  const order = filter.when === "past" ? sql`e.starts_at desc, e.id desc` : sql`e.starts_at, e.id`;
  const rows = await allRows(db)<Stored<EventMarker>>`
    ${plannedByValues} select e.id, e.slug, e.title, e.starts_at as "startsAt", e.ends_at as "endsAt", e.time_zone as "timeZone", v.name as venue, v.city,
      v.latitude, v.longitude, e.poster ->> 'key' as "posterKey", e.status
    from (select * from events e where ${fits(filter)} order by ${order} limit ${limit}) e
    join venues v on v.id = e.venue_id order by ${order}`;
  return { rows, total: (await countUpTo(db, sql`events e`, fits(filter))).total };
}

/** The current month in a zone, "2026-11". */
export async function findCurrentMonth(db: Queryable, timeZone: string): Promise<string> {
  return onlyValue(db, text)`select to_char(clock_now() at time zone ${timeZone}, 'YYYY-MM')`;
}

/**
 * The nearest months before and after one in which a published event takes place. The one before is the latest month of
 * the event that started last, or of one that started earlier and ended later.
 */
export function findNeighbours(db: Queryable, month: string) {
  const start = sql`${`${month}-01`}::date`;
  const next = sql`(${start} + interval '1 month')::date`;
  const dated = sql`e.visibility = 'published' and e.status <> 'postponed'`;
  const isBefore = sql`${dated} and e.starts_at < ${start} + interval '1 day' and ${firstDay} < ${start}`;
  return firstRow(db)<Pick<EventMonth, "before" | "after">>`
    with latest as materialized (select e.starts_at from events e where ${isBefore} order by e.starts_at desc limit 1)
    select
      (select to_char(max(least(${lastDay}, ${start} - 1)), 'YYYY-MM') from events e
       where ${isBefore} and ${endsAfter(sql`(select starts_at from latest)`)}) as before,
      case when exists (
        select from events e where ${dated} and e.starts_at < ${next} + interval '1 day' and ${firstDay} < ${next}
          and ${endsAfter(sql`(${next} - interval '1 day')::timestamptz`)} and ${lastDay} >= ${next})
        then to_char(${next}, 'YYYY-MM')
      else (select to_char(${firstDay}, 'YYYY-MM') from events e
       where ${dated} and e.starts_at > ${next} - interval '1 day' and ${firstDay} >= ${next}
       order by e.starts_at limit 1) end as after`;
}
