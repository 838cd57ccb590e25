import { sql } from "kysely";
import { accountsTables } from "#server/modules/accounts/tables.ts";
import type { Queryable, Tx } from "#server/platform/db/database.ts";
import type { RecordOwner } from "#server/platform/personal-records.ts";
import { allRows, allValues, firstValue } from "#server/platform/db/rows.ts";

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
