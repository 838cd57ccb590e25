import { sql, type RawBuilder } from "kysely";
import type { AdminOrder, AdminOrderQuery } from "#contract/admin/orders.ts";
import type { OrderStatus } from "#contract/orders/orders.ts";
import { accountsTables } from "#server/modules/accounts/tables.ts";
import { isOrderOf } from "#server/modules/orders/index.ts";
import { ordersTables } from "#server/modules/orders/tables.ts";
import { compsTables } from "#server/modules/comps/tables.ts";
import { eventsTables } from "#server/modules/events/tables.ts";
import { paymentsTables } from "#server/modules/payments/tables.ts";
import { promotionsTables } from "#server/modules/promotions/tables.ts";
import { ticketsTables } from "#server/modules/tickets/tables.ts";
import { orderOf, requireTime, type SortKey } from "#server/platform/db/keyset.ts";
import type { ListSource } from "#server/platform/db/list.ts";
import { fewCounted, maxCounted } from "#server/platform/db/paging.ts";
import type { Stored } from "#server/platform/shown.ts";
import { idsOfCustomer } from "../customers/person-store.ts";
import { cameBy, requireSome } from "../origin-store.ts";

/**
 * What a paid order `o` gave back, in cents: its refunds, sent or still owed, those made at the payment provider that staff
 * haven't matched to tickets yet, and lost disputes. Not payments that it couldn't use. 0 for an order that wasn't paid.
 */
export const refundedOf = (o: RawBuilder<unknown>): RawBuilder<unknown> => sql`
  (case when ${o}.paid_at is null then 0 else ${o}.refunded_cents
    + coalesce((select sum(r.amount_cents)::integer from ${paymentsTables.payments} p
        join ${paymentsTables.refunds} r on r.payment_id = p.id
        where p.subject_id = ${o}.id and r.reason = 'provider' and r.order_refund_id is null and r.status <> 'failed'), 0)
    + coalesce((select sum(d.amount_cents)::integer from ${paymentsTables.payments} p
        join ${paymentsTables.disputes} d on d.payment_id = p.id
        where p.subject_id = ${o}.id and d.status = 'lost'), 0) end)`;

/** What is kept of an order `o`, in cents: its total less `refundedOf`. 0 for an order that wasn't paid. */
export const netOf = (o: RawBuilder<unknown>): RawBuilder<unknown> => sql`
  (case when ${o}.paid_at is null then 0 else ${o}.total_cents - ${refundedOf(o)} end)`;

/** An expired hold reads as expired even before a job has cleared it. */
const isExpired = sql`(o.status = 'awaiting_payment' and o.hold_expires_at <= (select clock_now()))`;
const status = sql`case when ${isExpired} then 'expired' else o.status end`;

function hasStatus(requestedStatus: OrderStatus): RawBuilder<unknown> {
  if (requestedStatus === "expired") return sql`(o.status = 'expired' or ${isExpired})`;
  return requestedStatus === "awaiting_payment"
    ? sql`(o.status = ${requestedStatus} and not ${isExpired})`
    : sql`o.status = ${requestedStatus}`;
}

const byId: SortKey = { by: sql`o.id`, type: "uuid" };
const keys: Record<string, SortKey[]> = {
  createdAt: [{ by: sql`o.created_at`, type: "timestamptz" }, byId],
  buyer: [{ by: sql`plain_letters(o.buyer_name)`, type: "text" }, byId],
  total: [{ by: sql`o.total_cents`, type: "bigint" }, byId],
};
/**
 * An unpaid order lives for hours at most, so a search for one needn't scan years of orders. Its status can't be in an
 * index: every purchase changes it.
 */
const lately = sql`o.created_at > (select clock_now() - interval '2 days')`;

/** An order search: files need the brand's time zone too, and staff of some events see only these. */
export type OrderQuery = AdminOrderQuery & { timeZone?: string; eventIds?: number[] };

/** Orders as staff search them. Orders across all events and people sort by time only. */
export const adminOrders: ListSource<OrderQuery, Stored<AdminOrder>> = {
  columns: sql`
    o.id, o.number, ${status} as status,
      exists (select from ${compsTables.comps} c where order_id = o.id) as "isComp", 
      json_build_object('id', o.user_id, 'name', o.buyer_name, 'email', o.buyer_email) as buyer,
      case when e.id is not null then
        json_build_object('id', e.id, 'title', e.title, 'startsAt', e.starts_at, 'timeZone', e.time_zone) end as event, l.what, l.tickets as "ticketCount", o.total_cents as "totalCents",
      ${refundedOf(sql`o`)} as "refundedCents", ${netOf(sql`o`)} as "netCents", o.currency,
      o.discount_cents as "discountCents",
      o.fee_cents as "feeCents", o.tax_cents as "taxCents", o.shipping_cents as "shippingCents",
      (select p.provider from ${paymentsTables.payments} p
        where p.subject_id = o.id and p.captured_at is not null limit 1) as "paymentMethod", o.promo_code as "promoCode",
      (select p.name from ${promotionsTables.promotion_redemptions} u join ${promotionsTables.promoters} p on p.id = u.promoter_id where u.order_id = o.id) as promoter,
      o.created_at as "createdAt", o.paid_at as "paidAt"`,
  from: sql`${ordersTables.orders} o`,
  page: {
    alias: "o",
    joins: sql`
      cross join lateral (
        select string_agg(n.quantity || ' × ' || n.name, ', ' order by n.position) as what, min(k.event_id) as event_id,
          coalesce(sum(n.quantity * k.tickets_per_unit), 0)::integer as tickets
        from ${ordersTables.order_lines} n left join ${ticketsTables.ticket_lines} k on k.order_line_id = n.id
        where n.order_id = o.id) l
      left join ${eventsTables.events} e on e.id = l.event_id`,
  },
  key: byId,
  order(query) {
    const order = orderOf(query.sort, keys);
    if (query.eventId === undefined && query.personId === undefined && query.customerOf === undefined) {
      requireTime(order, "createdAt");
      requireSome(query);
    }
    return order;
  },
  filters: {
    // Collect the ids first: scanning the orders of all events, the planner would find few of this event on a deep
    // page.
    eventId: (id) =>
      sql`o.id = any(array(select order_id from ${ticketsTables.ticket_lines} k where event_id = ${id}))`,
    eventIds: (ids) => isOrderOf(sql`o`, ids),
    customerOf: (id) => sql`o.id = any(${idsOfCustomer(id)})`,
    personId: (id) =>
      sql`(o.user_id = ${id} or o.buyer_email = (select email from ${accountsTables.users} users where id = ${id}))`,
    status: (requestedStatus) =>
      requestedStatus === "awaiting_payment" || requestedStatus === "paying"
        ? sql`${hasStatus(requestedStatus)} and ${lately}`
        : hasStatus(requestedStatus),
    ...cameBy(sql`o.id`),
  },
  search: {
    texts: { names: sql`o.buyer_name || ' ' || replace(o.number, '-', '')`, address: sql`o.buyer_email` },
    byNumber: (number) => sql`o.number = ${number}`,
  },
  // No index covers status, so a search across all orders counts only as many as it can reach quickly.
  max: (query) => (query.status === undefined ? maxCounted : fewCounted),
};
