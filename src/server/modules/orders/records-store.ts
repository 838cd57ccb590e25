import { sql, type RawBuilder } from "kysely";
import { accountsTables } from "#server/modules/accounts/tables.ts";
import type { Queryable, Tx } from "#server/platform/db/database.ts";
import type { RecordOwner } from "#server/platform/personal-records.ts";
import { allRows, allValues, firstRow, firstValue } from "#server/platform/db/rows.ts";
import type { Sums } from "#server/platform/db/running-sums.ts";
import { eventsTables } from "#server/modules/events/tables.ts";
import { paymentsTables } from "#server/modules/payments/tables.ts";
import { momentAt, momentsBefore } from "#server/platform/db/timeline-rows.ts";
import type { TimelineSource } from "#server/platform/timeline.ts";

/** The address that replaces a deleted one. Nobody can type it or confirm it. */
export const forgottenAddress = "deleted-account@invalid";

/** A person's orders: their own, and those that a guest placed with the address they confirmed. */
const belongTo = ({ id, email }: RecordOwner) => sql`
  (o.user_id = ${id} or (o.buyer_email = ${email}::text and o.user_id in (select id from ${accountsTables.users} users
    where role = 'guest')))`;

/** Ids of a person's orders, oldest first. */
export function findOrderIdsOf(db: Queryable, owner: RecordOwner): Promise<string[]> {
  return allValues(db)`
    select o.id from orders o where ${belongTo(owner)} order by o.created_at, o.id`;
}

/** A person's orders with a payment in progress. */
export function findPayingOrders(db: Queryable, owner: RecordOwner): Promise<{ number: string }[]> {
  return allRows(db)`
    select o.number from orders o where ${belongTo(owner)} and o.status = 'paying' order by o.id`;
}

/** Removes the buyer from a person's orders; numbers, lines and money stay. */
export async function anonymiseOrders(tx: Tx, ids: string[], name: string): Promise<void> {
  await sql`
    update orders set buyer_name = ${name}, buyer_email = ${forgottenAddress} where id = any(${ids}::uuid[])`.execute(
    tx,
  );
}

/** How many orders an account has of its own. */
export function countOrdersOf(db: Queryable, userId: number): Promise<number> {
  return firstValue(db)`
    select count(*)::integer as count from orders where user_id = ${userId}`;
}

/** The name and email of a user's latest order; undefined if they have none, or if their data was deleted since. */
export function findLastBuyer(db: Queryable, userId: number): Promise<{ name: string; email: string } | undefined> {
  return firstRow(db)`
    select buyer_name as name, buyer_email as email from orders
    where user_id = ${userId} and buyer_email <> ${forgottenAddress} order by created_at desc, id desc limit 1`;
}

/** Ids of the orders that belong to an account itself. */
export function findOwnOrderIds(db: Queryable, userId: number): Promise<string[]> {
  return allValues(db)`select id from orders where user_id = ${userId}`;
}

/** Moves all orders of one account to another. */
export async function moveOwner(tx: Tx, fromId: number, toId: number): Promise<void> {
  await sql`update orders set user_id = ${toId} where user_id = ${fromId}`.execute(tx);
}

/** The accounts whose order has this number, or was placed with this address. */
export function findBuyers(db: Queryable, q: string): Promise<number[]> {
  return allValues(db)`
    (select user_id as id from orders where number = upper(${q}))
    union (select user_id from orders where buyer_email = lower(${q}) limit 50)`;
}

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
        l.event || ' · ' || ${money(sql`o.total_cents`)} || ' · ' ||
          replace(o.status, '_', ' ') || ' · ' || o.number as detail, ${path} as path
      from orders o cross join lateral (
        select string_agg(quantity || ' × ' || name, ', ' order by position) as what,
          (select title from ${eventsTables.events} events where id = min(order_lines.event_id)) as event
        from order_lines where order_id = o.id) l
      where o.id = any(${ids}::uuid[])
      union all
      select r.id::text, ${momentAt(sql`r.created_at`)}, 'Refund: ' ||
          ${money(sql`r.amount_cents`)},
        replace(r.reason, '_', ' ') || ' · ' || r.status || ' · ' || o.number, ${path}
      from ${paymentsTables.refunds} r join ${paymentsTables.payments} p on p.id = r.payment_id
      join orders o on o.id = p.subject_id
      where o.id = any(${ids}::uuid[])`;
    return (await momentsBefore(moments, before, limit).execute(db)).rows;
  },
};

/** How many orders were placed, by currency. */
export async function countPlaced(tx: Tx, from: Date, to: Date): Promise<Sums> {
  const rows = await allRows(tx)<{ currency: string; placed: number }>`
    select currency, count(*) as placed from orders where created_at >= ${from} and created_at < ${to} group by currency`;
  return new Map(rows.map(({ currency, placed }) => [currency, [placed]]));
}
