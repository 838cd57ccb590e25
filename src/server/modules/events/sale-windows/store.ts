import { sql } from "kysely";
import type { Queryable } from "#server/platform/db/database.ts";
import { clockStatus } from "../columns.ts";

/** What an event has on sale, and whether more will follow. */
export interface SaleWindow {
  eventId: number;
  /** Ticket types on sale by the database clock, sold out or not. */
  open: number[];
  /** True while a ticket type waits for its time or for the previous price tier. */
  hasMoreToCome: boolean;
}

/**
 * The sale windows of public events that take place. Leaves out types that are hidden or behind a code: nobody is
 * alerted to them.
 */
export async function findSaleWindows(db: Queryable, eventIds: number[]): Promise<SaleWindow[]> {
  const { rows } = await sql<SaleWindow>`
    select s."eventId", coalesce(json_agg(s.id) filter (where s.status = 'on_sale'), '[]') as open,
      bool_or(s.status = 'scheduled') as "hasMoreToCome"
    from (
      select e.id as "eventId", t.id, ${sql.raw(clockStatus)} as status
      from events e join ticket_types t on t.event_id = e.id
      where e.id = any(${eventIds}::bigint[]) and e.visibility in ('published', 'unlisted') and e.status = 'on'
        and e.ends_at > clock_now() and not t.is_hidden and t.access_code is null) s
    group by s."eventId"`.execute(db);
  return rows;
}
