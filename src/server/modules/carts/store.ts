import { accountsTables } from "#server/modules/accounts/tables.ts";
import { inventoryTables } from "#server/modules/inventory/tables.ts";
import { ordersTables } from "#server/modules/orders/tables.ts";
import type { ItemReference } from "#server/modules/purchasables/index.ts";
import { integer } from "#server/platform/db/columns.ts";
import type { Database, Queryable, Tx } from "#server/platform/db/database.ts";
import { allRows, allValues, countRows, firstRow, onlyValue, run } from "#server/platform/db/rows.ts";
import type { OwnHold, StoredLine } from "./rules.ts";

export interface CartRow {
  id: number;
  userId: number | null;
  /** The role of its user; null for a browser's cart. */
  role: string | null;
  tokenHash: Buffer | null;
}

/** The carts of a user and of a browser: none, one or two. Without `tokenHash` only the user's. */
export function findCarts(db: Queryable, userId: number | null, tokenHash: Buffer | null): Promise<CartRow[]> {
  return allRows(db)`
    select c.id, c.user_id as "userId", u.role, c.token_hash as "tokenHash"
    from carts c left join ${accountsTables.users} u on u.id = c.user_id
    where c.user_id = ${userId} or c.token_hash = ${tokenHash}`;
}

/** The same, locked in the order of their ids until the transaction ends: everyone who changes a cart locks it first. */
export async function lockCarts(tx: Tx, userId: number | null, tokenHash: Buffer | null): Promise<CartRow[]> {
  await run(tx)`
    select from carts where user_id = ${userId} or token_hash = ${tokenHash} order by id for update`;
  return findCarts(tx, userId, tokenHash);
}

/** The cart of a user, made if there is none, and locked. */
export function ensureCartOf(tx: Tx, userId: number): Promise<number> {
  return onlyValue(tx, integer)`
    insert into carts (user_id) values (${userId})
    on conflict (user_id) do update set updated_at = clock_now() returning id`;
}

/** Makes the cart of a browser. */
export function insertBrowserCart(tx: Tx, tokenHash: Buffer): Promise<number> {
  return onlyValue(tx, integer)`insert into carts (token_hash) values (${tokenHash}) returning id`;
}

/** Lets a browser find a cart by this token; null: by none. */
export function setToken(tx: Tx, cartId: number, tokenHash: Buffer | null): Promise<void> {
  return run(tx)`update carts set token_hash = ${tokenHash} where id = ${cartId}`;
}

/** Records that a cart was changed. */
export function touchCart(tx: Tx, cartId: number): Promise<void> {
  return run(tx)`update carts set updated_at = clock_now() where id = ${cartId}`;
}

/** A cart's lines in the order in which they were added. */
export function findLines(db: Queryable, cartId: number): Promise<StoredLine[]> {
  return allRows(db)`
    select kind, item_id as "itemId", quantity, unit_cents as "unitCents" from cart_lines
    where cart_id = ${cartId} order by added_at, kind, item_id`;
}

/** Sets a line. The caller has locked the cart. */
export function setLine(tx: Tx, cartId: number, { kind, itemId, quantity, unitCents }: StoredLine): Promise<void> {
  return run(tx)`
    insert into cart_lines (cart_id, kind, item_id, quantity, unit_cents)
    values (${cartId}, ${kind}, ${itemId}, ${quantity}, ${unitCents})
    on conflict (cart_id, kind, item_id) do update set quantity = excluded.quantity, unit_cents = excluded.unit_cents`;
}

/** Removes a line; one that isn't there changes nothing. */
export function deleteLine(tx: Tx, cartId: number, { kind, itemId }: ItemReference): Promise<void> {
  return run(tx)`delete from cart_lines where cart_id = ${cartId} and kind = ${kind} and item_id = ${itemId}`;
}

/**
 * Moves the lines of one cart to another and deletes the first. Of an item that both have, the larger quantity stays.
 * What the other cart has no room for is left out, the oldest first. The caller has locked both.
 *
 * @param max lines that a cart can have
 */
export async function mergeCarts(tx: Tx, fromId: number, toId: number, max: number): Promise<void> {
  await run(tx)`
    with coming as (
      select l.*, exists (
        select from cart_lines x where x.cart_id = ${toId} and x.kind = l.kind and x.item_id = l.item_id) as is_known
      from cart_lines l where l.cart_id = ${fromId}
    ), ranked as (
      select c.*, row_number() over (partition by is_known order by added_at desc, kind, item_id) as place from coming c
    )
    insert into cart_lines (cart_id, kind, item_id, quantity, unit_cents, added_at)
    select ${toId}, kind, item_id, quantity, unit_cents, added_at from ranked
    where is_known or place <= ${max} - (select count(*) from cart_lines where cart_id = ${toId})
    on conflict (cart_id, kind, item_id) do update set quantity = greatest(cart_lines.quantity, excluded.quantity)`;
  await run(tx)`delete from carts where id = ${fromId}`;
}

/** What a user's own unpaid orders have on hold now, the latest order first. */
export function findOwnHolds(db: Queryable, userId: number): Promise<OwnHold[]> {
  return allRows(db)`
    select o.id as "orderId", h.stock_id as "stockId", h.quantity
    from ${ordersTables.orders} o join ${inventoryTables.holds} h on h.holder_id = o.id
    where o.user_id = ${userId} and o.status in ('awaiting_payment', 'paying') and h.status = 'active'
      and (h.expires_at is null or h.expires_at > clock_now())
    order by o.created_at desc, o.id`;
}

/** The carts of those who bought some orders, locked. */
export function lockCartsOfOrders(tx: Tx, orderIds: string[]): Promise<number[]> {
  return allValues(tx)`
    select c.id from carts c join ${ordersTables.orders} o on o.user_id = c.user_id
    where o.id = any(${orderIds}::uuid[]) order by c.id for update of c`;
}

/** Takes the units of some orders out of the carts of those who bought them. The caller has locked the carts. */
export function removeBought(tx: Tx, orderIds: string[]): Promise<void> {
  return run(tx)`
    with bought as (
      select c.id as cart_id, l.kind, l.item_id, sum(l.quantity)::integer as quantity
      from ${ordersTables.orders} o join ${ordersTables.order_lines} l on l.order_id = o.id
      join carts c on c.user_id = o.user_id
      where o.id = any(${orderIds}::uuid[]) group by c.id, l.kind, l.item_id
    ), fewer as (
      update cart_lines x set quantity = x.quantity - b.quantity from bought b
      where x.cart_id = b.cart_id and x.kind = b.kind and x.item_id = b.item_id and x.quantity > b.quantity
    )
    delete from cart_lines x using bought b
    where x.cart_id = b.cart_id and x.kind = b.kind and x.item_id = b.item_id and x.quantity <= b.quantity`;
}

/** Deletes carts that browsers haven't changed for so many days, with their lines. */
export function purgeCarts(db: Database, days: number): Promise<void> {
  return run(db)`
    delete from carts where token_hash is not null and updated_at < clock_now() - make_interval(days => ${days})`;
}

/** The cart of a user; undefined without one. */
export function findCartOf(db: Queryable, userId: number): Promise<{ id: number; updatedAt: Date } | undefined> {
  return firstRow(db)`select id, updated_at as "updatedAt" from carts where user_id = ${userId}`;
}

/** How many lines a user's cart has. */
export function countLinesOf(db: Queryable, userId: number): Promise<number> {
  return countRows(db)`select 1 from carts c join cart_lines l on l.cart_id = c.id where c.user_id = ${userId}`;
}

export function deleteCartOf(tx: Tx, userId: number): Promise<void> {
  return run(tx)`delete from carts where user_id = ${userId}`;
}
