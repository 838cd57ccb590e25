import { sql, type RawBuilder } from "kysely";
import type { AdminOrderQuery } from "#contract/box-office.ts";
import type { OrderStatus } from "#contract/orders.ts";
import { accountsTables } from "#server/modules/accounts/tables.ts";
import { eventsTables } from "#server/modules/events/tables.ts";
import { promotionsTables } from "#server/modules/promotions/tables.ts";
import { cameBy, requireSome } from "#server/modules/promotions/index.ts";
import { plannedByValues, type Queryable } from "#server/platform/db/database.ts";
import {
  inOrder,
  isAfter,
  orderOf,
  requireTime,
  sliceOf,
  sortKeyOf,
  toPage,
  type Keyed,
  type PageOfRows,
  type SortKey,
} from "#server/platform/db/keyset.ts";
import { fewCounted, mostCounted } from "#server/platform/db/paging.ts";
import { narrowByWords, orderNumberOf, type WordedTexts } from "#server/platform/db/word-search.ts";

/** An order as staff list it. */
export interface AdminOrderRow {
  id: string;
  number: string;
  status: OrderStatus;
  isComp: boolean;
  buyerId: number;
  buyerName: string;
  buyerEmail: string;
  eventId: number;
  eventTitle: string;
  startsAt: Date;
  timeZone: string;
  what: string;
  ticketCount: number;
  totalCents: number;
  discountCents: number;
  promoCode: string | null;
  promoter: string | null;
  currency: string;
  createdAt: Date;
  paidAt: Date | null;
}

/** An expired hold reads as expired even before a job has cleared it. */
const isExpired = sql`(o.status = 'awaiting_payment' and o.hold_expires_at <= (select clock_now()))`;
const status = sql`case when ${isExpired} then 'expired' else o.status end`;

function hasStatus(wanted: OrderStatus): RawBuilder<unknown> {
  if (wanted === "expired") return sql`(o.status = 'expired' or ${isExpired})`;
  return wanted === "awaiting_payment" ? sql`(o.status = ${wanted} and not ${isExpired})` : sql`o.status = ${wanted}`;
}

const byId: SortKey = { by: sql`o.id`, type: "uuid" };
const keys: Record<string, SortKey[]> = {
  createdAt: [{ by: sql`o.created_at`, type: "timestamptz" }, byId],
  buyer: [{ by: sql`lower(o.buyer_name)`, type: "text" }, byId],
  total: [{ by: sql`o.total_cents`, type: "bigint" }, byId],
};
const texts: WordedTexts = {
  names: sql`o.buyer_name || ' ' || replace(o.number, '-', '')`,
  address: sql`o.buyer_email`,
};

/**
 * An unpaid order lives for hours at most, so a search for one needn't scan years of orders. Its status can't be in an
 * index: every purchase changes it.
 */
const lately = sql`o.created_at > (select clock_now() - interval '2 days')`;

function whichFit(query: AdminOrderQuery, words: RawBuilder<unknown>): RawBuilder<unknown> {
  const { q: _, eventId, personId, status: wanted, ...origin } = query;
  const parts = [words];
  if (eventId !== undefined) {
    // Collect the ids first: scanning the orders of all events, the planner would find few of this event on a deep
    // page.
    parts.push(sql`o.id = any(array(select order_id from order_lines where event_id = ${eventId}))`);
  }
  if (personId !== undefined) {
    parts.push(
      sql`(o.user_id = ${personId} or o.buyer_email = (select email from ${accountsTables.users} users
        where id = ${personId}))`,
    );
  }
  if (wanted !== undefined) parts.push(hasStatus(wanted));
  if (wanted === "awaiting_payment" || wanted === "paying") parts.push(lately);
  parts.push(...cameBy(origin, sql`o.id`));
  return sql.join(parts, sql` and `);
}

/**
 * One page of orders, and how many there are. Orders across all events and people sort by time only.
 *
 * @throws AppError `invalid_input` for an invalid cursor, or for any other sort across all orders
 */
export async function findAdminOrders(
  db: Queryable,
  query: AdminOrderQuery,
  pageSize?: number,
): Promise<PageOfRows<AdminOrderRow>> {
  const order = orderOf(query.sort, keys);
  if (query.eventId === undefined && query.personId === undefined) {
    requireTime(order, "createdAt");
    requireSome(query);
  }
  const asked = sliceOf(query, order, pageSize);
  // No index covers status, so a search across all orders counts only as many as it can reach quickly.
  const most = query.status === undefined ? mostCounted : fewCounted;
  const number = orderNumberOf(query.q);
  const where = (words: RawBuilder<unknown>) =>
    whichFit(query, number === undefined ? words : sql`o.number = ${number}`);
  const { fit, counted, slice } = await narrowByWords(
    db,
    { from: sql`orders o`, alias: "o", type: "uuid", texts, where },
    { q: number === undefined ? query.q : undefined, slice: asked, mostPlain: most },
  );
  const { rows } = await sql<Keyed<AdminOrderRow>>`
    ${plannedByValues} select o.id, o.number, ${status} as status,
      exists (select from comps where order_id = o.id) as "isComp", o.user_id as "buyerId", o.buyer_name as "buyerName",
      o.buyer_email as "buyerEmail", e.id as "eventId", e.title as "eventTitle", e.starts_at as "startsAt",
      e.time_zone as "timeZone", l.what, l.tickets as "ticketCount", o.total_cents as "totalCents", o.currency,
      o.discount_cents as "discountCents", o.promo_code as "promoCode",
      (select p.name from ${promotionsTables.promotion_redemptions} u
        join ${promotionsTables.promoters} p on p.id = u.promoter_id where u.order_id = o.id) as promoter,
      o.created_at as "createdAt", o.paid_at as "paidAt", ${sortKeyOf(slice)} as "sortKey"
    from (select * from orders o where ${fit} and ${isAfter(slice)} ${inOrder(slice)}) o
    cross join lateral (
      select string_agg(quantity || ' × ' || name, ', ' order by position) as what, min(event_id) as event_id,
        sum(quantity * tickets_per_unit)::integer as tickets
      from order_lines where order_id = o.id) l
    join ${eventsTables.events} e on e.id = l.event_id
    ${inOrder({ ...slice, offset: 0 })}`.execute(db);
  return toPage(rows, slice, counted);
}
