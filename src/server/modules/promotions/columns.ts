import { sql, type RawBuilder } from "kysely";
import { inventoryTables } from "#server/modules/inventory/tables.ts";
import { ordersTables } from "#server/modules/orders/tables.ts";

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

/** Those that still count for the code or link `p`: their order is paid, and not fully refunded. */
export const countedRedemptions = sql`
  ${redemptionsWithOrders} join ${inventoryTables.holds} holds on holds.holder_id = u.order_id
    and holds.stock_id = p.stock_id and holds.status = 'consumed'`;

/** The commission owed on a redemption: in proportion to the part of its order that was not refunded. */
export const owedCommission = sql`
  case when o.total_cents = 0 then u.commission_cents
    else round(u.commission_cents::numeric * (o.total_cents - o.refunded_cents) / o.total_cents)::integer end`;

/** An instant as the API shows it. */
export const instant = (column: RawBuilder<unknown>) =>
  sql`to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;
