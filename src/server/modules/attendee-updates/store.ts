import { sql } from "kysely";
import type { AffectedBuyers } from "#contract/attendee-updates.ts";
import { noEventAhead } from "#server/modules/events/index.ts";
import { revenueMovements } from "#server/modules/payments/index.ts";
import { forgottenAddress } from "#server/modules/orders/index.ts";
import { ordersTables } from "#server/modules/orders/tables.ts";
import { ticketsTables } from "#server/modules/tickets/tables.ts";
import type { Queryable, Tx } from "#server/platform/db/database.ts";
import { allRows, onlyRow } from "#server/platform/db/rows.ts";
import type { OrderBuyer } from "#server/modules/orders/index.ts";

/** Valid tickets of an event and the orders they belong to. */
const holding = (eventId: number) => sql`
  select o.id, o.buyer_email, o.buyer_name, o.total_cents, o.currency, count(*)::integer as tickets
  from ${ordersTables.orders} o join ${ticketsTables.tickets} t on t.order_id = o.id
  where t.event_id = ${eventId} and t.status = 'valid'
  group by o.id, o.buyer_email, o.buyer_name, o.total_cents, o.currency`;

/** Addresses that emails can't reach: none, and those of deleted accounts. */
const unreachable = sql`('', ${forgottenAddress})`;

/**
 * The buyers that a change of an event affects, and what they paid. An order for several events counts with everything
 * it paid.
 */
export async function countAffectedBuyers(db: Queryable, eventId: number): Promise<AffectedBuyers> {
  return onlyRow(db)<AffectedBuyers>`
    with holding as (${holding(eventId)}),
    paid as (
      select h.currency, sum(coalesce(m.kept, 0))::bigint as cents
      from holding h left join lateral (
        select sum(cents) as kept from ${revenueMovements} m where m.order_id = h.id) m on true
      group by h.currency having sum(h.total_cents) > 0),
    alone as (select buyer_name as name from holding where buyer_email in ${unreachable})
    select
      (select count(distinct buyer_email)::integer from holding where buyer_email not in ${unreachable}) as people,
      (select json_build_object('count', count(*), 'names', coalesce((
          select json_agg(name order by name) from (select name from alone order by name limit 50) first), '[]'))
        from alone) as "withoutEmail",
      (select count(*)::integer from holding) as orders,
      (select coalesce(sum(tickets), 0)::integer from holding) as tickets,
      (select coalesce(json_agg(json_build_object('currency', currency, 'cents', cents) order by currency), '[]')
       from paid) as paid,
      (select count(distinct o.id)::integer from ${ordersTables.orders} o join ${ticketsTables.ticket_lines} l on l.order_id = o.id
       where l.event_id = ${eventId}
         and (o.status = 'paying' or (o.status = 'awaiting_payment' and o.hold_expires_at > clock_now()))
      ) as "openOrders"`;
}

/** Each person with valid tickets to an event and an email address, once, with their latest order. */
export function findHolders(tx: Tx, eventId: number): Promise<OrderBuyer[]> {
  return allRows(tx)`
    select distinct on (o.buyer_email) o.buyer_email as "buyerEmail", o.buyer_name as "buyerName", o.id as "orderId"
    from ${ordersTables.orders} o where o.id in (select order_id from ${ticketsTables.tickets} tickets where event_id = ${eventId}
      and status = 'valid') and o.buyer_email not in ${unreachable}
    order by o.buyer_email, o.created_at desc, o.id`;
}

/** Whether an update `m` of the outbox is over: its event has ended. That it was canceled stays worth sending. */
export const isEventChangeOver = sql`
  m.topic ->> 'what' <> 'canceled' and ${noEventAhead(sql`(m.topic ->> 'eventId')::bigint`)}`;
