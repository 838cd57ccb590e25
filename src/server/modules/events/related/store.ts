import { sql } from "kysely";
import type { Queryable } from "#server/platform/db/database.ts";
import { inTime } from "../columns.ts";
import { nightColumns, type NightDetailRow, type NightRow } from "../store.ts";

/** Only so many nights to come are looked at: the nearest in time are the likeliest, and the work stays the same however many there are. */
const lookedAt = 200;

/** Published nights to come, those first that share kinds or the city with one. */
export async function findRelatedNights(db: Queryable, night: NightDetailRow, limit: number): Promise<NightRow[]> {
  const { rows } = await sql<NightRow>`
    with near as materialized (
      select e.* from events e
      where e.visibility = 'published' and e.state = 'on' and ${inTime("upcoming")} and e.id <> ${night.id}
        and (${night.seriesId}::bigint is null or e.series_id is distinct from ${night.seriesId}::bigint)
      order by e.starts_at limit ${lookedAt})
    select ${nightColumns} from near e join venues v on v.id = e.venue_id
    cross join lateral (
      select count(*) as kinds from unnest(e.categories) as kind where kind = any(${night.categories}::text[])) shared
    order by shared.kinds + case when lower(v.city) = lower(${night.venue.city}) then 2 else 0 end desc, e.starts_at, e.id
    limit ${limit}`.execute(db);
  return rows;
}
