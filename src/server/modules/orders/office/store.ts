import { sql, type RawBuilder } from "kysely";
import type { OfficeOrderQuery, OfficeOrderSort } from "#contract/box-office.ts";
import type { OrderStatus } from "#contract/orders.ts";
import { wordPatterns, type PageOf } from "#server/platform/db/paging.ts";
import type { Queryable } from "#server/platform/db/database.ts";

/** An order as staff list it. */
export interface OfficeOrderRow {
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
  currency: string;
  createdAt: Date;
  paidAt: Date | null;
}

/** A hold whose time is up reads as expired although nobody has cleared it yet. */
const status = sql`
  case when o.status = 'awaiting_payment' and o.hold_expires_at <= clock_now() then 'expired' else o.status end`;

const orders: Record<OfficeOrderSort, RawBuilder<unknown>> = {
  createdAt: sql`o.created_at, o.id`,
  "-createdAt": sql`o.created_at desc, o.id desc`,
  buyer: sql`lower(o.buyer_name), o.id`,
  "-buyer": sql`lower(o.buyer_name) desc, o.id desc`,
  total: sql`o.total_cents, o.id`,
  "-total": sql`o.total_cents desc, o.id desc`,
};

/** One page of orders, and how many there are. */
export async function findOfficeOrders(
  db: Queryable,
  query: OfficeOrderQuery,
  page: PageOf,
): Promise<{ rows: OfficeOrderRow[]; total: number }> {
  const parts = [
    sql`lower(concat_ws(' ', o.buyer_name, o.buyer_email, o.number)) like all(${wordPatterns(query.q)}::text[])`,
  ];
  if (query.eventId !== undefined) {
    parts.push(sql`exists (select from order_lines where order_id = o.id and event_id = ${query.eventId})`);
  }
  if (query.personId !== undefined) {
    parts.push(sql`(o.user_id = ${query.personId}
      or o.buyer_email = (select email from users where id = ${query.personId}))`);
  }
  if (query.status !== undefined) parts.push(sql`${status} = ${query.status}`);
  const filter = sql.join(parts, sql` and `);
  const { rows } = await sql<OfficeOrderRow>`
    select o.id, o.number, ${status} as status, exists (select from comps where order_id = o.id) as "isComp",
      o.user_id as "buyerId", o.buyer_name as "buyerName", o.buyer_email as "buyerEmail", e.id as "eventId",
      e.title as "eventTitle", e.starts_at as "startsAt", e.time_zone as "timeZone", l.what, l.tickets as "ticketCount",
      o.total_cents as "totalCents", o.currency, o.created_at as "createdAt", o.paid_at as "paidAt"
    from orders o
    cross join lateral (
      select string_agg(quantity || ' × ' || name, ', ' order by position) as what, min(event_id) as event_id,
        sum(quantity * tickets_per_unit)::integer as tickets
      from order_lines where order_id = o.id) l
    join events e on e.id = l.event_id
    where ${filter} order by ${orders[query.sort]} limit ${page.limit} offset ${page.offset}`.execute(db);
  const counted = await sql<{ total: number }>`
    select count(*)::integer as total from orders o where ${filter}`.execute(db);
  return { rows, total: counted.rows[0]!.total };
}
