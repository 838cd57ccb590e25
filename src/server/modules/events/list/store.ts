import { sql, type RawBuilder } from "kysely";
import type { EventListQuery } from "#contract/events.ts";
import { plannedByValues, type Queryable } from "#server/platform/db/database.ts";
import type { ListOrder, PageQuery, SortKey } from "#server/platform/db/keyset.ts";
import type { ListSource } from "#server/platform/db/list.ts";
import { likeEach } from "#server/platform/db/paging.ts";
import { inTime } from "../columns.ts";
import { patternsOf } from "../search.ts";
import { summaryColumns, type EventSummaryRow } from "../store.ts";

/** Which published events are listed. `any`: past and upcoming, for calendars. */
export type ListFilter = Pick<EventListQuery, "q" | "city" | "category" | "from" | "to"> & {
  when: EventListQuery["when"] | "any";
};

const keys: SortKey[] = [
  { by: sql`e.starts_at`, type: "timestamptz" },
  { by: sql`e.id`, type: "bigint" },
];
const orders: Record<ListFilter["when"], ListOrder> = {
  upcoming: { name: "upcoming", keys, descending: false },
  past: { name: "past", keys, descending: true },
  any: { name: "any", keys, descending: false },
};

/** Days are those of the venue; the time bounds, one day wider, let the index do the work. */
function inDays({ from, to }: ListFilter): RawBuilder<unknown> {
  const day = sql`(e.starts_at at time zone e.time_zone)::date`;
  const after = from ? sql`e.starts_at > ${from}::date - interval '1 day' and ${day} >= ${from}::date` : sql`true`;
  const before = to ? sql`e.starts_at < ${to}::date + interval '2 days' and ${day} <= ${to}::date` : sql`true`;
  return sql`(${after} and ${before})`;
}

const inSpan = (filter: ListFilter) =>
  sql`${filter.when === "any" ? sql`true` : inTime(filter.when)} and ${inDays(filter)}`;

function inCity({ city }: ListFilter): RawBuilder<unknown> {
  return city ? sql`e.venue_id = any(array(select id from venues where lower(city) = lower(${city})))` : sql`true`;
}

function inCategory({ category }: ListFilter): RawBuilder<unknown> {
  return category ? sql`e.categories @> array[${category}]::text[]` : sql`true`;
}

const shown = (filter: ListFilter) =>
  sql`e.visibility = 'published' and ${inSpan(filter)} and ${likeEach(sql`e.search_text`, patternsOf(filter.q))}`;
/** All conditions of a list filter on event `e`. */
export const fits = (filter: ListFilter) => sql`${shown(filter)} and ${inCity(filter)} and ${inCategory(filter)}`;

/** Published events, the next first, or past ones with the latest first. */
export const eventPages: ListSource<ListFilter & PageQuery, EventSummaryRow> = {
  columns: summaryColumns,
  from: sql`events e`,
  page: { alias: "e", joins: sql`join venues v on v.id = e.venue_id` },
  order: ({ when }) => orders[when],
  where: fits,
};

/** The filters' options, with numbers of events. */
export interface Facets {
  cities: { city: string; count: number }[];
  categories: { category: string; count: number }[];
}

/** For each filter, how many events its other values would show. */
export async function countFacets(db: Queryable, filter: ListFilter): Promise<Facets> {
  const cities = await sql<Facets["cities"][number]>`
    ${plannedByValues} select v.city, sum(n.count)::integer as count
    from (select venue_id, count(*) as count from events e where ${shown(filter)} and ${inCategory(filter)} group by venue_id) n
    join venues v on v.id = n.venue_id group by v.city order by 2 desc, 1`.execute(db);
  const categories = await sql<Facets["categories"][number]>`
    ${plannedByValues} select category, sum(n.count)::integer as count
    from (select categories, count(*) as count from events e where ${shown(filter)} and ${inCity(filter)} group by categories) n,
      unnest(n.categories) as category
    group by category order by 2 desc, 1`.execute(db);
  return { cities: cities.rows, categories: categories.rows };
}
