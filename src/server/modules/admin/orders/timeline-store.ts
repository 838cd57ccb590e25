import { sql, type RawBuilder } from "kysely";
import { eventsTables } from "#server/modules/events/tables.ts";
import { findOrderIdsOf } from "#server/modules/orders/index.ts";
import { ordersTables } from "#server/modules/orders/tables.ts";
import { paymentsTables } from "#server/modules/payments/tables.ts";
import { ticketsTables } from "#server/modules/tickets/tables.ts";
import { momentAt, momentsBefore, type TimelineSource } from "#server/platform/timeline.ts";
import { refundedOf } from "./list-store.ts";

/** "$98.00", or "98.00 JMD" for other currencies. */
const money = (cents: RawBuilder<unknown>) => sql`
  case o.currency when 'USD' then '$' else '' end || to_char(${cents} / 100.0, 'FM999,999,990.00')
    || case o.currency when 'USD' then '' else ' ' || o.currency end`;

/** A person's orders: when each was placed, for what, its status, and the money refunded. */
export const ordersTimeline: TimelineSource = {
  kind: "order",
  async find(db, owner, before, limit) {
    const ids = await findOrderIdsOf(db, owner);
    const path = sql`'/ticket-management?order=' || o.id`;
    const moments = sql`
      select o.id::text as id, ${momentAt(sql`o.created_at`)} as at,
        case when o.status in ('paid', 'refunded', 'partially_refunded') then 'Bought ' else 'Ordered ' end || l.what as title,
        concat_ws(' · ', l.event, ${money(sql`o.total_cents`)},
          case when ${refundedOf(sql`o`)} > 0 then ${money(refundedOf(sql`o`))} || ' refunded' end, replace(o.status, '_', ' '), o.number) as detail, ${path} as path
      from ${ordersTables.orders} o cross join lateral (
        select string_agg(n.quantity || ' × ' || n.name, ', ' order by n.position) as what,
          (select title from ${eventsTables.events} events where id = min(k.event_id)) as event
        from ${ordersTables.order_lines} n left join ${ticketsTables.ticket_lines} k on k.order_line_id = n.id
        where n.order_id = o.id) l
      where o.id = any(${ids}::uuid[])
      union all
      select r.id::text, ${momentAt(sql`r.created_at`)}, 'Refund: ' ||
          ${money(sql`r.amount_cents`)},
        replace(r.reason, '_', ' ') || ' · ' || r.status || ' · ' || o.number, ${path}
      from ${paymentsTables.refunds} r join ${paymentsTables.payments} p on p.id = r.payment_id
      join ${ordersTables.orders} o on o.id = p.subject_id
      where o.id = any(${ids}::uuid[])`;
    return (await momentsBefore(moments, before, limit).execute(db)).rows;
  },
};
