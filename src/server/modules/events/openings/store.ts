import { sql } from "kysely";
import type { Queryable } from "#server/platform/db/database.ts";
import { clockStatus } from "../columns.ts";

/** What is on sale of a night, and whether more is to come. */
export interface SaleOpening {
  eventId: number;
  /** Ticket types on sale by the database's clock, sold out or not. */
  open: number[];
  /** True while a ticket type waits for its time or for the release before it. */
  hasMoreToCome: boolean;
}

/**
 * How the sale of nights stands that people can see and that take place. What is hidden or behind a code is left out:
 * nobody is told of it.
 */
export async function findSaleOpenings(db: Queryable, eventIds: number[]): Promise<SaleOpening[]> {
  const { rows } = await sql<SaleOpening>`
    select s."eventId", coalesce(json_agg(s.id) filter (where s.status = 'on_sale'), '[]') as open,
      bool_or(s.status = 'scheduled') as "hasMoreToCome"
    from (
      select e.id as "eventId", t.id, ${sql.raw(clockStatus)} as status
      from events e join ticket_types t on t.event_id = e.id
      where e.id = any(${eventIds}::bigint[]) and e.visibility in ('published', 'unlisted') and e.state = 'on'
        and e.ends_at > clock_now() and not t.is_hidden and t.access_code is null) s
    group by s."eventId"`.execute(db);
  return rows;
}
