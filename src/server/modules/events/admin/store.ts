import { sql, type RawBuilder } from "kysely";
import type { EventRow, EventRowQuery, RefundPolicy, RunDate, VenueChoice } from "#contract/event-editing.ts";
import type { Poster } from "#contract/events.ts";
import { inventoryTables } from "#server/modules/inventory/tables.ts";
import { plannedByValues, type Queryable } from "#server/platform/db/database.ts";
import {
  inOrder,
  isAfter,
  orderOf,
  sliceOf,
  sortKeyOf,
  toPage,
  type Keyed,
  type PageOfRows,
  type Slice,
  type SortKey,
} from "#server/platform/db/keyset.ts";
import { countUpTo, likeEach, staffPageSize } from "#server/platform/db/paging.ts";
import { inTime } from "../columns.ts";
import { endingIn, nextFirst, type NextFirst } from "../list/next-first-store.ts";
import { patternsOf } from "../search.ts";

/** An event in the staff list, as a database row. */
export type ListRow = Omit<EventRow, "startsAt" | "publishAt" | "updatedAt" | "venue"> & {
  startsAt: Date;
  publishAt: Date | null;
  updatedAt: Date;
  venueName: string;
  city: string;
};

/** Units sold, held for open orders and in total, across the types of event `e`; expired holds count as free. */
const sums = sql`
  cross join lateral (
    select coalesce(sum(s.sold), 0)::integer as sold,
      coalesce(sum(s.held - coalesce(l.expired, 0)), 0)::integer as held,
      coalesce(sum(s.capacity), 0)::integer as capacity
    from ticket_types t join ${inventoryTables.stock} s on s.id = t.stock_id
    left join lateral (
      select sum(quantity)::integer as expired from ${inventoryTables.holds} holds
      where stock_id = s.id and status = 'active' and expires_at <= clock_now()) l on true
    where t.event_id = e.id) y`;

const byId: SortKey = { by: sql`e.id`, type: "bigint" };
const keys: Record<string, SortKey[]> = {
  startsAt: [{ by: sql`e.starts_at`, type: "timestamptz" }, byId],
  title: [{ by: sql`lower(e.title)`, type: "text" }, byId],
  sold: [
    { by: sql`n.sold`, type: "bigint" },
    { by: sql`n.event_id`, type: "bigint" },
  ],
  updatedAt: [{ by: sql`e.updated_at`, type: "timestamptz" }, byId],
};

export type RowFilter = Omit<EventRowQuery, "page" | "cursor">;

function filterOf({ q, when, status, city }: RowFilter): RawBuilder<unknown> {
  const parts = [likeEach(sql`e.search_text`, patternsOf(q))];
  if (when !== undefined) parts.push(inTime(when));
  if (city) parts.push(sql`e.venue_id = any(array(select id from venues where lower(city) = lower(${city})))`);
  if (status === "off") parts.push(sql`e.status <> 'on'`);
  if (status === "scheduled") parts.push(sql`e.publish_at is not null`);
  if (status === "draft") parts.push(sql`e.visibility = 'draft' and e.publish_at is null`);
  if (status === "unlisted" || status === "published") parts.push(sql`e.visibility = ${status} and e.status = 'on'`);
  return sql.join(parts, sql` and `);
}

/** The events of a page, before anything is added up for them. */
function pageFor(query: EventRowQuery, filter: RawBuilder<unknown>, pageSize: number): NextFirst {
  if (query.sort === "next") return nextFirst(query, filter, pageSize);
  const slice = sliceOf(query, orderOf(query.sort, keys), pageSize);
  const counted = slice.order.name.endsWith("sold") ? sql`join event_sales n on n.event_id = e.id` : sql``;
  const page = sql`select e.id from events e ${counted} where ${filter} and ${isAfter(slice)} ${inOrder(slice)}`;
  return { slice, page, order: sql.join(slice.order.keys.map((key) => sql`${key.by}${way(slice)}`)) };
}

const way = ({ order }: Slice) => sql.raw(order.descending ? " desc" : "");

/**
 * Events for staff in the requested order, and how many there are.
 *
 * @throws AppError `invalid_input` for an invalid cursor
 */
export async function findRows(
  db: Queryable,
  query: EventRowQuery,
  pageSize = staffPageSize,
): Promise<PageOfRows<ListRow>> {
  const filter = filterOf(query);
  const { slice, page, order } = pageFor(query, filter, pageSize);
  const { rows } = await sql<Keyed<ListRow>>`
    ${plannedByValues} select e.id, e.slug, e.title, e.poster, e.starts_at as "startsAt", e.time_zone as "timeZone",
      v.name as "venueName", v.city, e.visibility, e.publish_at as "publishAt", e.status,
      e.ends_at <= clock_now() as "isOver", e.series_id is not null as "inRun", y.sold, y.capacity,
      e.updated_at as "updatedAt", ${sortKeyOf(slice)} as "sortKey"
    from (${page}) page join events e on e.id = page.id join venues v on v.id = e.venue_id
    join event_sales n on n.event_id = e.id ${sums} order by ${order}`.execute(db);
  const counted = await countUpTo(db, sql`events e`, filter);
  return toPage(rows, query.sort === "next" ? endingIn(slice, rows) : slice, counted);
}

/** The cities of all venues. */
export async function findCities(db: Queryable): Promise<string[]> {
  const { rows } = await sql<{ city: string }>`select distinct city from venues order by city`.execute(db);
  return rows.map(({ city }) => city);
}

/** What only the editor needs to know about an event. */
export interface EditedRow {
  version: number;
  hideCounts: boolean;
  entryOpensMinutes: number | null;
  refunds: RefundPolicy;
  refundsUntil: Date | null;
  visibility: EventRow["visibility"];
  publishAt: Date | null;
  publishAs: "published" | "unlisted" | null;
  isOver: boolean;
  poster: Poster;
  seriesId: number | null;
  updatedAt: Date;
  sold: number;
  held: number;
  capacity: number;
  typeCount: number;
  venue: VenueChoice;
  formerSlugs: string[];
}

/** One event for its editor. */
export async function findEdited(db: Queryable, id: number): Promise<EditedRow | undefined> {
  const { rows } = await sql<EditedRow>`
    select e.version, e.hide_counts as "hideCounts", e.entry_opens_minutes as "entryOpensMinutes",
      e.refund_policy as refunds, e.refunds_until as "refundsUntil", e.visibility,
      e.publish_at as "publishAt", e.publish_as as "publishAs", e.ends_at <= clock_now() as "isOver", e.poster,
      e.series_id as "seriesId", e.updated_at as "updatedAt", y.sold, y.held, y.capacity,
      (select count(*)::integer from ticket_types where event_id = e.id) as "typeCount",
      jsonb_build_object('id', v.id, 'version', v.version, 'name', v.name, 'address', v.address, 'city', v.city, 'region', v.region,
        'country', v.country, 'latitude', v.latitude, 'longitude', v.longitude,
        'eventCount', (select count(*) from events where venue_id = v.id)) as venue,
      (select coalesce(json_agg(slug order by left_at desc), '[]') from event_slugs where event_id = e.id) as "formerSlugs"
    from events e join venues v on v.id = e.venue_id ${sums}
    where e.id = ${id}`.execute(db);
  return rows[0];
}

/** The dates of a series, the first one first. */
export async function findRun(
  db: Queryable,
  seriesId: number,
): Promise<(Omit<RunDate, "startsAt"> & { startsAt: Date })[]> {
  const { rows } = await sql<Omit<RunDate, "startsAt"> & { startsAt: Date }>`
    select id, title, starts_at as "startsAt", time_zone as "timeZone", visibility, status
    from events where series_id = ${seriesId} order by starts_at, id limit 200`.execute(db);
  return rows;
}

/**
 * Updates the sort order by sales, for events that may have sold something lately. It lags by the job's interval; the
 * numbers in the list are current anyway.
 */
export async function countSales(db: Queryable): Promise<void> {
  await sql`
    update event_sales n set sold = c.sold
    from (select t.event_id, sum(s.sold)::integer as sold
      from ticket_types t join ${inventoryTables.stock} s on s.id = t.stock_id join events e on e.id = t.event_id
      where e.ends_at > (select clock_now() - interval '7 days') group by t.event_id) c
    where n.event_id = c.event_id and n.sold <> c.sold`.execute(db);
}
