import { sql } from "kysely";
import { searchedAddressOf } from "#contract/email-address.ts";
import { accountsTables } from "#server/modules/accounts/tables.ts";
import { integer, text, uuid } from "#server/platform/db/columns.ts";
import type { Queryable, Tx } from "#server/platform/db/database.ts";
import type { RecordOwner } from "#server/platform/personal-records.ts";
import { allRows, allValues, firstRow, onlyValue } from "#server/platform/db/rows.ts";
import type { Sums } from "#server/platform/db/running-sums.ts";

/** The address that replaces a deleted one. Nobody can type it or confirm it. */
export const forgottenAddress = "deleted-account@invalid";

/** A person's orders: their own, and those that a guest placed with the address they confirmed. */
const belongTo = ({ id, email }: RecordOwner) => sql`
  (o.user_id = ${id} or (o.buyer_email = ${email}::text and o.user_id in (select id from ${accountsTables.users} users
    where role = 'guest')))`;

/** Ids of a person's orders, oldest first. */
export function findOrderIdsOf(db: Queryable, owner: RecordOwner): Promise<string[]> {
  return allValues(db, uuid)`
    select o.id from orders o where ${belongTo(owner)} order by o.created_at, o.id`;
}

/** A person's orders with a payment in progress. */
export function findPayingOrders(db: Queryable, owner: RecordOwner): Promise<{ number: string }[]> {
  return allRows(db, { number: text })`
    select o.number from orders o where ${belongTo(owner)} and o.status = 'paying' order by o.id`;
}

/** Removes the buyer from a person's orders; numbers, lines and money stay. */
export async function anonymiseOrders(tx: Tx, ids: string[], name: string): Promise<void> {
  await sql`
    update orders set buyer_name = ${name}, buyer_email = ${forgottenAddress}, former_email = null, email_changed_at = null
    where id = any(${ids}::uuid[])`.execute(tx);
}

/** How many orders an account has of its own. */
export function countOrdersOf(db: Queryable, userId: number): Promise<number> {
  return onlyValue(db, integer)`
    select count(*)::integer as count from orders where user_id = ${userId}`;
}

/** The name and email of a user's latest order; undefined if they have none, or if their data was deleted since. */
export function findLastBuyer(db: Queryable, userId: number): Promise<{ name: string; email: string } | undefined> {
  return firstRow(db, { name: text, email: text })`
    select buyer_name as name, buyer_email as email from orders
    where user_id = ${userId} and buyer_email <> ${forgottenAddress} order by created_at desc, id desc limit 1`;
}

/** Ids of the orders that belong to an account itself. */
export function findOwnOrderIds(db: Queryable, userId: number): Promise<string[]> {
  return allValues(db, uuid)`select id from orders where user_id = ${userId}`;
}

/** Moves all orders of one account to another. */
export async function moveOwner(tx: Tx, fromId: number, toId: number): Promise<void> {
  await sql`update orders set user_id = ${toId} where user_id = ${fromId}`.execute(tx);
}

/** The accounts whose order has this number, or was placed with this address. */
export function findBuyers(db: Queryable, q: string): Promise<number[]> {
  return allValues(db, integer)`
    (select user_id as id from orders where number = upper(${q}))
    union (select user_id from orders where buyer_email = ${searchedAddressOf(q)} limit 50)`;
}

/** How many orders were placed, by currency. */
export async function countPlaced(tx: Tx, from: Date, to: Date): Promise<Sums> {
  const rows = await allRows(tx, { currency: text, placed: integer })`
    select currency, count(*) as placed from orders where created_at >= ${from} and created_at < ${to} group by currency`;
  return new Map(rows.map(({ currency, placed }) => [currency, [placed]]));
}

/** Those of some addresses that an order with a price was paid with. */
export function findPayingAddresses(db: Queryable, addresses: string[]): Promise<string[]> {
  return allValues(db, text)`
    select distinct buyer_email from orders
    where buyer_email = any(${addresses}::text[]) and total_cents > 0 and paid_at is not null`;
}

/** The orders that emails are about, for the outbox: each with its id, number and buyer_email. */
export const mailedOrders = sql`(select id, number, buyer_email from orders)`;

/** Orders that nobody paid within 30 days: by then no payment can arrive anymore, and nothing is ever sent. */
export const unpaidOrders = sql`
  select id from orders where paid_at is null and status in ('expired', 'canceled')
    and created_at < clock_now() - interval '30 days'`;
