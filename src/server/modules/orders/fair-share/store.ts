import { mailboxOf } from "#contract/email-address.ts";
import { compsTables } from "#server/modules/comps/tables.ts";
import { inventoryTables } from "#server/modules/inventory/tables.ts";
import { bool, integer, orNull, text, uuid, type RowFrom } from "#server/platform/db/columns.ts";
import type { Queryable, Tx } from "#server/platform/db/database.ts";
import { allRows, allValues, mapRows, run } from "#server/platform/db/rows.ts";
import type { Claimant } from "./claimant.ts";

const stockUnits = { stockId: integer, quantity: integer };
const accountUnits = { ...stockUnits, userId: integer };

/** What accounts have on hold of some stock; expired holds don't count. */
export function findUnpaidOfAccounts(
  tx: Tx,
  stockIds: number[],
  userIds: number[],
): Promise<RowFrom<typeof accountUnits>[]> {
  return allRows(tx, accountUnits)`
    select h.stock_id as "stockId", o.user_id as "userId", sum(h.quantity)::integer as quantity
    from orders o join ${inventoryTables.holds} h on h.holder_id = o.id
    where o.user_id = any(${userIds}::bigint[]) and o.status in ('awaiting_payment', 'paying')
      and h.stock_id = any(${stockIds}::bigint[]) and h.status = 'active'
      and (h.expires_at is null or h.expires_at > (select clock_now()))
    group by h.stock_id, o.user_id`;
}

/** For how long a free order counts for its account, email and network. */
const freeHours = 24;

const freeUnits = { ...accountUnits, email: text, emailConfirmed: bool, network: orNull(text) };

/**
 * What accounts, mailboxes and networks took of some stock in free orders of the last day, each order once. Returned and
 * expired units don't count, nor do comps.
 */
export function findFreeTaken(tx: Tx, stockIds: number[], claimants: Claimant[]): Promise<RowFrom<typeof freeUnits>[]> {
  return allRows(tx, freeUnits)`
    select h.stock_id as "stockId", o.user_id as "userId", o.buyer_email as email,
      o.email_confirmed as "emailConfirmed", n.network, sum(h.quantity)::integer as quantity
    from orders o join ${inventoryTables.holds} h on h.holder_id = o.id
    left join free_order_networks n on n.order_id = o.id
    where o.id in (
        select id from orders where user_id = any(${claimants.map(({ userId }) => userId)}::bigint[])
        union select id from orders where mailbox_of(buyer_email) = any(${claimants.map(({ email }) => mailboxOf(email))}::text[])
        union select order_id from free_order_networks
          where network = any(${claimants.map(({ network }) => network)}::text[]))
      and o.total_cents = 0 and o.created_at > clock_now() - make_interval(hours => ${freeHours})
      and h.stock_id = any(${stockIds}::bigint[]) and h.status in ('active', 'consumed')
      and not exists (select from ${compsTables.comps} c where c.order_id = o.id)
    group by h.stock_id, o.user_id, o.buyer_email, o.email_confirmed, n.network`;
}

const trust = { userId: integer, hasPaid: bool, hasConfirmed: bool, hasExpired: bool };

/**
 * What is known of buyers, in their order: whether they paid for an order under their confirmed email and still have it, confirmed the email
 * that they order with by a code in the last day, and let an order expire in the last half hour that had the whole time.
 */
export function findTrust(tx: Tx, buyers: { userId: number; mailbox: string }[]): Promise<RowFrom<typeof trust>[]> {
  return allRows(tx, trust)`
    select b.id as "userId",
      exists (select from orders o where o.user_id = b.id and o.email_confirmed and o.status = 'paid' and o.total_cents > 0)
        as "hasPaid",
      exists (select from confirmed_mailboxes m where m.user_id = b.id and m.mailbox = b.mailbox
        and m.confirmed_at > clock_now() - interval '24 hours') as "hasConfirmed",
      exists (select from orders o where o.user_id = b.id and o.status = 'expired'
        and o.hold_expires_at > clock_now() - interval '30 minutes'
        and o.hold_expires_at = o.created_at + interval '10 minutes') as "hasExpired"
    from unnest(${buyers.map(({ userId }) => userId)}::bigint[],
      ${buyers.map(({ mailbox }) => mailbox)}::text[]) with ordinality as b(id, mailbox, place) order by b.place`;
}

/** Records that a person reads a mailbox. It counts for a day, and for nobody else who confirmed it before. */
export function insertConfirmedMailbox(tx: Tx, userId: number, mailbox: string): Promise<void> {
  return run(tx)`
    with others as (delete from confirmed_mailboxes where mailbox = ${mailbox} and user_id <> ${userId})
    insert into confirmed_mailboxes (user_id, mailbox) values (${userId}, ${mailbox})
    on conflict (user_id, mailbox) do update set confirmed_at = clock_now()`;
}

/** The mailboxes that a person confirmed at checkout. */
export function findConfirmedMailboxes(db: Queryable, userId: number): Promise<string[]> {
  return allValues(db, text)`select mailbox from confirmed_mailboxes where user_id = ${userId} order by mailbox`;
}

/** Forgets the mailboxes that a person confirmed, because they leave. */
export function forgetConfirmedMailboxes(tx: Tx, userId: number): Promise<void> {
  return run(tx)`delete from confirmed_mailboxes where user_id = ${userId}`;
}

/** Gives the mailboxes that one account confirmed to another. */
export function moveConfirmedMailboxes(tx: Tx, fromId: number, toId: number): Promise<void> {
  return run(tx)`
    update confirmed_mailboxes m set user_id = ${toId} where user_id = ${fromId} and not exists (
      select from confirmed_mailboxes o where o.user_id = ${toId} and o.mailbox = m.mailbox)`;
}

/** Deletes confirmed mailboxes that don't count anymore. */
export function purgeConfirmedMailboxes(tx: Tx): Promise<void> {
  return run(tx)`delete from confirmed_mailboxes where confirmed_at < clock_now() - interval '24 hours'`;
}

/** Records the networks that free orders came from. */
export function insertFreeOrderNetworks(tx: Tx, orders: { id: string; network: string }[]): Promise<void> {
  return run(tx)`
    insert into free_order_networks (order_id, network)
    select * from unnest(${orders.map(({ id }) => id)}::uuid[], ${orders.map(({ network }) => network)}::text[])`;
}

/** Deletes networks of free orders that don't count anymore. */
export function purgeFreeOrderNetworks(tx: Tx): Promise<void> {
  return run(tx)`
    delete from free_order_networks where created_at < clock_now() - make_interval(hours => ${freeHours})`;
}

/** The networks of some orders, as far as they are still stored. */
export function findNetworks(db: Queryable, orderIds: string[]): Promise<Map<string, string>> {
  return mapRows(db, uuid, text)`
    select holder_id, network from ${inventoryTables.holds} h
    where holder_id = any(${orderIds}::uuid[]) and network is not null
    union select order_id, network from free_order_networks where order_id = any(${orderIds}::uuid[])`;
}

/** Deletes the networks of some orders, because their buyer leaves. */
export function forgetNetworks(tx: Tx, orderIds: string[]): Promise<void> {
  return run(tx)`delete from free_order_networks where order_id = any(${orderIds}::uuid[])`;
}
