import { sql } from "kysely";
import { ordersTables } from "#server/modules/orders/tables.ts";

/** The status of a code `c` by the database's clock, regardless of its limit. */
export const clockStatus = sql`
  case when c.status <> 'active' then c.status
    when c.starts_at > clock_now() then 'scheduled'
    when c.ends_at <= clock_now() then 'expired'
    else 'active' end`;

/** The discount of a code `c`. */
export const discountJson = sql`
  case c.kind when 'percent' then json_build_object('kind', c.kind, 'percent', c.percent)
    else json_build_object('kind', c.kind, 'amountCents', c.amount_cents) end`;

/** The commission of a promoter `p`. */
export const commissionJson = sql`
  case p.commission_kind when 'percent' then json_build_object('kind', 'percent', 'percent', p.commission_percent)
    when 'per_ticket' then json_build_object('kind', 'per_ticket', 'amountCents', p.commission_cents)
    else json_build_object('kind', 'none') end`;

/** Redemptions `u` of codes and links, each with its order `o`, whose refunds reduce the revenue. */
export const redemptionsWithOrders = sql`promotion_redemptions u join ${ordersTables.orders} o on o.id = u.order_id`;

/** The commission owed on a redemption: in proportion to the part of its order that was not refunded. */
export const owedCommission = sql`
  case when o.total_cents = 0 then u.commission_cents
    else round(u.commission_cents::numeric * (o.total_cents - o.refunded_cents) / o.total_cents)::integer end`;

/** The event `e` that a code or link is for; null if it is for all. */
export const eventJson = sql`
  case when e.id is null then null else json_build_object('id', e.id, 'title', e.title, 'slug', e.slug,
    'startsAt', to_char(e.starts_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), 'timeZone', e.time_zone) end`;
