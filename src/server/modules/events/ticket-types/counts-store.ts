import { sql } from "kysely";
import { inventoryTables } from "#server/modules/inventory/tables.ts";
import { compsTables } from "#server/modules/comps/tables.ts";
import { ticketsTables } from "#server/modules/tickets/tables.ts";
import type { Queryable } from "#server/platform/db/database.ts";
import { run } from "#server/platform/db/rows.ts";

/**
 * The sold tickets and the comps of event `e`: valid ones, by whether staff issued them for free. The limit keeps the
 * planner at one lookup for each ticket: it would otherwise sort the tickets to merge them with all comps.
 */
const validTickets = sql`
  select count(*) filter (where c.order_id is null)::integer as sold, count(c.order_id)::integer as comps
  from ${ticketsTables.tickets} k
  left join lateral (select order_id from ${compsTables.comps} comps where order_id = k.order_id limit 1) c on true
  where k.event_id = e.id and k.status = 'valid'`;

/**
 * What became of the tickets of event `e`, as `y`: the contract's `TicketCounts`, which every staff screen shows. An event
 * can sell no more than its types together, nor more people than its capacity if it has one; passes for its live stream
 * take none of that. Expired holds count as left.
 */
export const ticketCounts = sql`
  cross join lateral (
    select z.capacity, k.sold, k.comps, u.held, greatest(u.taken - k.sold - k.comps, 0) as withheld,
      greatest(z.capacity - u.taken - u.held, 0) as "left"
    from (
      select coalesce(sum(s.capacity * t.tickets_per_unit), 0)::integer as capacity,
        coalesce(sum(s.capacity * t.tickets_per_unit) filter (where t.is_stream_pass), 0)::integer as passes,
        coalesce(sum(s.sold * t.tickets_per_unit), 0)::integer as taken,
        coalesce(sum((s.held - coalesce(l.expired, 0)) * t.tickets_per_unit), 0)::integer as held
      from ticket_types t join ${inventoryTables.stock} s on s.id = t.stock_id
      left join lateral (
        select sum(quantity)::integer as expired from ${inventoryTables.holds} holds
        where stock_id = s.id and status = 'active' and expires_at <= clock_now()) l on true
      where t.event_id = e.id) u
    cross join (${validTickets}) k
    cross join lateral (
      select least(u.capacity, coalesce((select capacity from ${inventoryTables.stock} stock where id = e.stock_id)
        + u.passes, u.capacity)) as capacity) z) y`;

/** The columns of `y` as the contract names them. */
export const ticketCountColumns = sql`y.capacity, y.sold, y.comps, y.held, y.withheld, y."left"`;

/**
 * Updates the sort order by tickets sold, for events that may have sold something lately. It lags by the job's interval;
 * the numbers in the list are current anyway.
 */
export function countSales(db: Queryable): Promise<void> {
  return run(db)`
    update event_sales n set sold = c.sold
    from (select e.id, k.sold from events e cross join lateral (${validTickets}) k
      where e.ends_at > (select clock_now() - interval '7 days')) c
    where n.event_id = c.id and n.sold <> c.sold`;
}
