import { sql } from "kysely";
import type { Queryable } from "#server/platform/db/database.ts";
import { inTime } from "../columns.ts";
import { summaryColumns, type EventDetailRow, type EventSummaryRow } from "../store.ts";

/**
 * Only this many upcoming events are considered: the nearest in time are the likeliest, and the work doesn't grow with
 * their number.
 */
const maxConsidered = 200;

/** Upcoming published events, those first that share categories or the city with one. */
export async function findRelatedEvents(
  db: Queryable,
  event: EventDetailRow,
  limit: number,
): Promise<EventSummaryRow[]> {
  const { rows } = await sql<EventSummaryRow>`
    with near as materialized (
      select e.* from events e
      where e.visibility = 'published' and e.status = 'on' and ${inTime("upcoming")} and e.id <> ${event.id}
        and (${event.seriesId}::bigint is null or e.series_id is distinct from ${event.seriesId}::bigint)
      order by e.starts_at limit ${maxConsidered})
    select ${summaryColumns} from near e join venues v on v.id = e.venue_id
    cross join lateral (
      select count(*) as kinds from unnest(e.categories) as kind where kind = any(${event.categories}::text[])) shared
    order by shared.kinds + case when lower(v.city) = lower(${event.venue.city}) then 2 else 0 end desc, e.starts_at, e.id
    limit ${limit}`.execute(db);
  return rows;
}
