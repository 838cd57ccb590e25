import { sql } from "kysely";
import type { EventSales } from "#contract/event-sales.ts";
import { eventsTables } from "#server/modules/events/tables.ts";
import { ordersTables } from "#server/modules/orders/tables.ts";
import { promotionsTables } from "#server/modules/promotions/tables.ts";
import { owedCommission, redemptionsWithOrders } from "#server/modules/promotions/index.ts";
import type { Queryable } from "#server/platform/db/database.ts";
import { allRows, firstValue } from "#server/platform/db/rows.ts";

/** Lines of an event that were paid for or comped; canceled and expired ones were never sold. */
const lines = (eventId: number) => sql`
  select l.id, l.order_id, l.ticket_type_id, l.quantity * l.tickets_per_unit as tickets,
    l.total_cents - l.discount_cents as cents, l.discount_cents, l.fee_cents, o.paid_at, o.promo_code,
    c.order_id is not null as comp, c.revoked_at is not null as revoked
  from ${ordersTables.order_lines} l join ${ordersTables.orders} o on o.id = l.order_id
  left join ${ordersTables.comps} c on c.order_id = o.id
  where l.event_id = ${eventId} and o.paid_at is not null`;

const sums = sql`
  count(distinct s.order_id) filter (where not s.comp)::integer as orders,
  coalesce(sum(s.tickets) filter (where not s.comp), 0)::integer as tickets,
  coalesce(sum(s.cents), 0)::integer as cents`;

/** What each ticket type of an event sold and gave away. */
export function findByType(db: Queryable, eventId: number): Promise<EventSales["types"]> {
  return allRows(db)`
    with s as (${lines(eventId)}), back as (
      select i.order_line_id, sum(i.amount_cents) as cents from ${ordersTables.order_refund_items} i
      where i.order_line_id in (select id from s) group by i.order_line_id
    )
    select y.id, y.name, ${sums}, coalesce(sum(s.discount_cents), 0)::integer as "discountCents",
      coalesce(sum(s.fee_cents), 0)::integer as "feeCents", coalesce(sum(b.cents), 0)::integer as "refundedCents",
      coalesce(sum(s.tickets) filter (where s.comp and not s.revoked), 0)::integer as "compTickets"
    from ${eventsTables.ticket_types} y left join s on s.ticket_type_id = y.id
    left join back b on b.order_line_id = s.id
    where y.event_id = ${eventId} group by y.id, y.name, y.position order by y.position, y.id`;
}

/** How many orders an event has in total: one for several types counts once. */
export function countOrders(db: Queryable, eventId: number): Promise<number> {
  return firstValue(db)`
    with s as (${lines(eventId)}) select count(distinct order_id) filter (where not comp)::integer as orders from s`;
}

/** What an event sold on each day from the first sale to the last, in its own time zone. */
export function findByDay(db: Queryable, eventId: number, timeZone: string): Promise<EventSales["days"]> {
  return allRows(db)`
    with s as (${lines(eventId)}), dated as (
      select s.*, (s.paid_at at time zone ${timeZone})::date as day from s where not s.comp
    ), span as (
      select generate_series(min(day), max(day), interval '1 day')::date as day from dated
    )
    select to_char(p.day, 'YYYY-MM-DD') as day, count(distinct s.order_id)::integer as orders,
      coalesce(sum(s.tickets), 0)::integer as tickets, coalesce(sum(s.cents), 0)::integer as cents
    from span p left join dated s on s.day = p.day group by p.day order by p.day`;
}

/** What each promo code earned for an event, the most first. */
export function findByCode(db: Queryable, eventId: number): Promise<EventSales["codes"]> {
  return allRows(db)`
    with s as (${lines(eventId)})
    select s.promo_code as code, ${sums}, sum(s.discount_cents)::integer as "discountCents"
    from s where s.promo_code is not null group by s.promo_code order by tickets desc, code limit 100`;
}

/** What each promoter's link earned for an event, the most first. */
export function findByPromoter(db: Queryable, eventId: number): Promise<EventSales["promoters"]> {
  return allRows(db)`
    with s as (${lines(eventId)}), credited as (
      select u.promoter_id, sum(${owedCommission})::integer as commission from ${redemptionsWithOrders}
      where u.promoter_id is not null and u.order_id in (select order_id from s) group by u.promoter_id
    )
    select p.id, p.name, ${sums}, c.commission as "commissionCents"
    from s join ${promotionsTables.promotion_redemptions} u on u.order_id = s.order_id
    join ${promotionsTables.promoters} p on p.id = u.promoter_id
    join credited c on c.promoter_id = p.id
    group by p.id, p.name, c.commission order by tickets desc, p.name limit 100`;
}
