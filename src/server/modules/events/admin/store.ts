import { sql, type RawBuilder } from "kysely";
import type { EditedEvent, EventOption, EventRow, EventRowQuery, RunDate } from "#contract/events/editing.ts";
import type { TicketCounts } from "#contract/events/ticket-types.ts";
import type { Queryable } from "#server/platform/db/database.ts";
import { orderOf, type SortKey } from "#server/platform/db/keyset.ts";
import type { ListSource } from "#server/platform/db/list.ts";
import { likeEach } from "#server/platform/db/paging.ts";
import { allRows, firstRow, allValues } from "#server/platform/db/rows.ts";
import { byStart, inCity, inTime, nextFirst } from "../columns.ts";
import { recordColumns, type EventRecord } from "../editing/store.ts";
import { patternsOf } from "../search.ts";
import { ticketCountColumns, ticketCounts } from "../ticket-types/counts-store.ts";
import type { Stored } from "#server/platform/shown.ts";

const byId: SortKey = { by: sql`e.id`, type: "bigint" };
const keys: Record<string, SortKey[]> = {
  startsAt: byStart,
  title: [{ by: sql`lower(e.title)`, type: "text" }, byId],
  sold: [
    { by: sql`n.sold`, type: "bigint" },
    { by: sql`n.event_id`, type: "bigint" },
  ],
  updatedAt: [{ by: sql`e.updated_at`, type: "timestamptz" }, byId],
};

const statuses: Record<NonNullable<EventRowQuery["status"]>, RawBuilder<unknown>> = {
  off: sql`e.status <> 'on'`,
  scheduled: sql`e.publish_at is not null`,
  draft: sql`e.visibility = 'draft' and e.publish_at is null`,
  unlisted: sql`e.visibility = 'unlisted' and e.status = 'on'`,
  published: sql`e.visibility = 'published' and e.status = 'on'`,
};

/** Events as staff search them. */
export const eventRows: ListSource<EventRowQuery, Stored<EventRow>> = {
  columns: sql`
    e.id, e.slug, e.title, e.poster, e.starts_at as "startsAt", e.time_zone as "timeZone",
      jsonb_build_object('name', v.name, 'city', v.city) as venue, e.visibility, e.publish_at as "publishAt", e.status,
      e.ends_at <= clock_now() as "isOver", e.series_id is not null as "inRun", ${ticketCountColumns},
      e.updated_at as "updatedAt"`,
  from: (_, order) =>
    order?.name.endsWith("sold") ? sql`events e join event_sales n on n.event_id = e.id` : sql`events e`,
  page: {
    alias: "e",
    joins: sql`join venues v on v.id = e.venue_id join event_sales n on n.event_id = e.id ${ticketCounts}`,
    wide: { table: sql`events`, columns: sql`e.id, e.starts_at` },
  },
  order: ({ sort }) => (sort === "next" ? nextFirst : orderOf(sort, keys)),
  filters: {
    q: (q) => likeEach(sql`e.search_text`, patternsOf(q)),
    when: (when) => inTime(when),
    status: (status) => statuses[status],
    city: inCity,
  },
};

/** A select can hold this many; what is left out is years ago. */
const maxOptions = 2000;

/** Events as options: upcoming ones, the next first, then past ones, the latest first. */
export function findEventOptions(db: Queryable, eventIds: number[] | null): Promise<Stored<EventOption>[]> {
  return allRows(db)`
    select * from (
      select e.id, e.title, e.starts_at as "startsAt", e.time_zone as "timeZone",
        json_build_object('city', v.city) as venue, e.visibility, e.status, e.ends_at <= clock_now() as "isOver"
      from events e join venues v on v.id = e.venue_id
      where ${eventIds}::bigint[] is null or e.id = any(${eventIds}::bigint[])) o
    order by "isOver", case when "isOver" then null else "startsAt" end, "startsAt" desc, id limit ${maxOptions}`;
}

/** The cities of all venues. */
export async function findCities(db: Queryable): Promise<string[]> {
  return allValues(db)`select distinct city from venues order by city`;
}

/** An event with what only its editor needs to know. */
interface EditedRow extends EventRecord, TicketCounts, Pick<EditedEvent, "formerSlugs"> {
  typeCount: number;
}

/** One event for its editor. */
export function findEdited(db: Queryable, id: number): Promise<EditedRow | undefined> {
  return firstRow(db)`
    select ${recordColumns}, ${ticketCountColumns},
      (select count(*)::integer from ticket_types where event_id = e.id) as "typeCount",
      (select coalesce(json_agg(slug order by left_at desc), '[]') from event_slugs where event_id = e.id) as "formerSlugs"
    from events e ${ticketCounts} where e.id = ${id}`;
}

/** The dates of a series, the first one first. */
export function findRun(db: Queryable, seriesId: number): Promise<Stored<RunDate>[]> {
  return allRows(db)`
    select id, title, starts_at as "startsAt", time_zone as "timeZone", visibility, status
    from events where series_id = ${seriesId} order by starts_at, id limit 200`;
}
