import { sql, type RawBuilder } from "kysely";
import { isRevenue, untiedReturns } from "#server/modules/payments/index.ts";
import { ordersTables } from "#server/modules/orders/tables.ts";
import { ticketsTables } from "#server/modules/tickets/tables.ts";

/** The status of a code `p` by the database's clock, regardless of its limit. */
export const clockStatus = sql`
  case when p.status <> 'active' then p.status
    when p.starts_at > clock_now() then 'scheduled'
    when p.ends_at <= clock_now() then 'expired'
    else 'active' end`;

/** The discount of a code `p`. */
export const discountJson = sql`
  case p.kind when 'percent' then json_build_object('kind', p.kind, 'percent', p.percent)
    else json_build_object('kind', p.kind, 'amountCents', p.amount_cents) end`;

/** The commission of a promoter `p`. */
export const commissionJson = sql`
  case p.commission_kind when 'percent' then json_build_object('kind', 'percent', 'percent', p.commission_percent)
    when 'per_ticket' then json_build_object('kind', 'per_ticket', 'amountCents', p.commission_cents)
    else json_build_object('kind', 'none') end`;

/** Redemptions `u` of codes and links, each with its order `o`, whose refunds reduce the revenue. */
export const redemptionsWithOrders = sql`promotion_redemptions u join ${ordersTables.orders} o on o.id = u.order_id`;

/** What an order `o` paid for tickets and products after discounts, fees included: without shipping and tax. Cents. */
const goodsCents = sql`(o.subtotal_cents - o.discount_cents)`;

/** What of it was refunded, or lost in disputes. */
const refundedGoodsCents = sql`
  ((case when o.refunded_cents = 0 then 0 else (
    select coalesce(sum(i.amount_cents - i.tax_cents), 0)::integer
    from ${ordersTables.order_refunds} r join ${ordersTables.order_refund_items} i on i.order_refund_id = r.id
    where r.order_id = o.id and i.order_line_id is not null) end)
  - (select coalesce(sum(m.cents), 0)::integer from ${untiedReturns} m where m.order_id = o.id and m.${isRevenue}))`;

/** The tickets of redemption `u` that earn its link commission: those of the link's event, if it has one. Never products. */
const earning = sql`${ordersTables.order_lines} l join ${ticketsTables.ticket_lines} t on t.order_line_id = l.id
  join promoters p on p.id = u.promoter_id and (p.event_id is null or p.event_id = t.event_id)`;

/** What they cost after discounts without fees, and what of it was refunded, or lost in disputes: cents. */
const earningCents = sql`(
  select coalesce(sum(l.total_cents - l.discount_cents - l.fee_cents), 0)::bigint from ${earning} where l.order_id = o.id)`;
const refundedEarningCents = sql`
  ((select coalesce(sum(i.amount_cents - i.tax_cents - i.fee_cents), 0)::bigint
    from ${ordersTables.order_refunds} r join ${ordersTables.order_refund_items} i on i.order_refund_id = r.id
      join ${earning} on l.id = i.order_line_id
    where r.order_id = o.id)
  - (select coalesce(sum(m.cents), 0)::bigint from ${untiedReturns} m, promoters p
    where m.order_id = o.id and m.account = 'sales' and m.kind = 'ticket' and p.id = u.promoter_id
      and (p.event_id is null or p.event_id = m.event_id)))`;

/** The commission owed on a redemption: in proportion to the part of the tickets that earned it that wasn't refunded or lost. */
export const owedCommission = sql`
  case when o.status = 'refunded' then 0 when u.commission_cents = 0 then 0
    else greatest(0, round(coalesce(u.commission_cents * (${earningCents} - ${refundedEarningCents})::numeric
      / nullif(${earningCents}, 0), u.commission_cents)))::integer end`;

/**
 * Those of paid orders; in the list of an event, of its orders only. A fully refunded order isn't counted as an order,
 * and what its refund left out, such as fees, stays revenue. Nobody sells more by shipping and sales tax, so neither
 * counts.
 */
export const paidRedemptions = (eventId?: number) => sql`
  (select u.*, ${goodsCents} as goods_cents, ${refundedGoodsCents} as refunded_cents, o.status, o.paid_at,
      ${owedCommission} as owed_cents, k.tickets
    from ${redemptionsWithOrders} cross join lateral (
      select count(*) as tickets from ${ticketsTables.tickets} k
      where k.order_id = u.order_id and k.status = 'valid'
        and ${eventId === undefined ? sql`true` : sql`k.event_id = u.event_id`}) k
    where o.paid_at is not null and ${eventId === undefined ? sql`true` : sql`u.event_id = ${eventId}`}) u`;

/** The sums of paid redemptions `u`, as their names in results. */
export const redemptionSums = {
  orders: sql`count(*) filter (where u.status <> 'refunded')::integer`,
  tickets: sql`coalesce(sum(u.tickets), 0)::integer`,
  discount: sql`coalesce(sum(u.discount_cents) filter (where u.status <> 'refunded'), 0)::integer`,
  revenue: sql`coalesce(sum(u.goods_cents), 0)::integer`,
  refunded: sql`coalesce(sum(u.refunded_cents), 0)::integer`,
  commission: sql`coalesce(sum(u.owed_cents), 0)::integer`,
};

/** An instant as the API shows it. */
export const instant = (column: RawBuilder<unknown>) =>
  sql`to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;
