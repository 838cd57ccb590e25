import { sql } from "kysely";
import { doorTables } from "#server/modules/door/tables.ts";
import { eventsTables } from "#server/modules/events/tables.ts";
import { ticketsTables } from "#server/modules/tickets/tables.ts";
import type { Queryable } from "#server/platform/db/database.ts";

/** The tickets of an order that its buyer can refund right now, and the terms. */
export interface Returnable {
  /** By the database clock. */
  until: Date;
  withFees: boolean;
  ticketIds: number[];
  /** True for an offer to holders of a postponed event, beyond the terms of the purchase. */
  isOffered: boolean;
}

/**
 * The tickets of some orders that their buyers can refund: by the terms of the purchase, or because their event was
 * postponed and holders may choose. Never comps, checked-in or frozen tickets, or tickets whose event is over or
 * canceled: staff refund canceled events. Leaves out orders with nothing to refund.
 */
export async function findReturnable(db: Queryable, orderIds: string[]): Promise<Map<string, Returnable>> {
  const { rows } = await sql<Returnable & { orderId: string }>`
    select o.id as "orderId", json_agg(t.id order by t.id) as "ticketIds", x.is_offered as "isOffered",
      case when x.is_offered then max(e.refunds_until) else o.refund_until end as until,
      case when x.is_offered then true else o.refund_fees end as "withFees"
    from orders o join ${ticketsTables.tickets} t on t.order_id = o.id
    join ${eventsTables.events} e on e.id = t.event_id
    cross join lateral (
      select coalesce(e.refunds_until > clock_now() and o.created_at < e.refunds_since, false) as is_offered) x
    where o.id = any(${orderIds}::uuid[]) and o.status in ('paid', 'partially_refunded')
      and t.status = 'valid' and t.frozen_since is null and e.status <> 'canceled' and e.ends_at > clock_now()
      and (x.is_offered or o.refund_until > clock_now())
      and not exists (select from ${doorTables.admissions} a where a.ticket_id = t.id and a.voided_at is null)
      and not exists (select from comps c where c.order_id = o.id)
    group by o.id, x.is_offered
    -- The offer never pays less: it wins if an order has tickets of both kinds.
    order by x.is_offered`.execute(db);
  return new Map(rows.map(({ orderId, ...terms }) => [orderId, terms]));
}
