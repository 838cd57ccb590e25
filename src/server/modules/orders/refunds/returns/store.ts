import { sql } from "kysely";
import type { Queryable } from "#server/platform/db/database.ts";

/** Which tickets of an order its buyer may return right now, on what terms. */
export interface Returnable {
  /** By the database's clock. */
  until: Date;
  withFees: boolean;
  ticketIds: number[];
  /** By what is offered to holders of a night that was put off, beyond the terms of the purchase. */
  isOffered: boolean;
}

/**
 * The tickets of some orders that their buyers may return: by the terms of the purchase, or because their night was put off
 * and its holders may choose. Never comps, nor tickets that somebody came in with, that are frozen, or whose night is over
 * or called off: what is called off is given back by staff. Orders of which nothing can be returned are left out.
 */
export async function findReturnable(db: Queryable, orderIds: string[]): Promise<Map<string, Returnable>> {
  const { rows } = await sql<Returnable & { orderId: string }>`
    select o.id as "orderId", json_agg(t.id order by t.id) as "ticketIds", x.is_offered as "isOffered",
      case when x.is_offered then max(e.ask_back_until) else o.refund_until end as until,
      case when x.is_offered then true else o.refund_fees end as "withFees"
    from orders o join tickets t on t.order_id = o.id join events e on e.id = t.event_id
    cross join lateral (
      select coalesce(e.ask_back_until > clock_now() and o.created_at < e.ask_back_since, false) as is_offered) x
    where o.id = any(${orderIds}::uuid[]) and o.status in ('paid', 'partially_refunded')
      and t.status = 'valid' and t.frozen_since is null and e.state <> 'cancelled' and e.ends_at > clock_now()
      and (x.is_offered or o.refund_until > clock_now())
      and not exists (select from admissions a where a.ticket_id = t.id and a.voided_at is null)
      and not exists (select from comps c where c.order_id = o.id)
    group by o.id, x.is_offered
    -- What is offered is never less: it counts where an order has tickets of both kinds.
    order by x.is_offered`.execute(db);
  return new Map(rows.map(({ orderId, ...terms }) => [orderId, terms]));
}
