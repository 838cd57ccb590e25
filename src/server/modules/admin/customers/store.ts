import { sql, type RawBuilder } from "kysely";
import type { Customer, CustomerNote, CustomerQuery, CustomerTicket } from "#contract/admin/customers.ts";
import { searchedAddressOf } from "#contract/email-address.ts";
import { accountsTables } from "#server/modules/accounts/tables.ts";
import { ordersTables } from "#server/modules/orders/tables.ts";
import { eventsTables } from "#server/modules/events/tables.ts";
import { ticketsTables } from "#server/modules/tickets/tables.ts";
import type { Queryable, Tx } from "#server/platform/db/database.ts";
import { orderOf, type SortKey } from "#server/platform/db/keyset.ts";
import type { ListSource } from "#server/platform/db/list.ts";
import { fewCounted } from "#server/platform/db/paging.ts";
import { allRows, firstRow, run } from "#server/platform/db/rows.ts";
import { hasWords, orderNumberOf } from "#server/platform/db/word-search.ts";
import type { RecordOwner } from "#server/platform/personal-records.ts";
import type { Stored } from "#server/platform/shown.ts";
import { createStaffNotes, type NewNote } from "#server/platform/staff-notes.ts";
import { forgottenAddress } from "#server/modules/orders/index.ts";
import { netOf } from "../orders/list-store.ts";
import {
  idsOfCustomer,
  isCustomers,
  isLatestOfPerson,
  latestOfPerson,
  ordersOfPerson,
  personOf,
} from "./person-store.ts";

/** A search reads at most so many orders with the typed words; staff with more type more. */
const maxSearched = 2_000;

const o = sql`o`;
const m = sql`m`;
const byId: SortKey = { by: sql`o.id`, type: "uuid" };
const keys = { lastOrderAt: [{ by: sql`o.created_at`, type: "timestamptz" }, byId] satisfies SortKey[] };

const columns = sql<Stored<Customer>>`
  o.id, o.buyer_name as name, coalesce(p.email, o.buyer_email) as email, a.email is not null as "isConfirmed",
  case when a.id is not null then json_build_object('id', a.id, 'name', a.display_name) end as account,
  s.orders as "orderCount", s.events as "eventCount", s.spend,
  coalesce(s.first, o.created_at) as "firstOrderAt", o.created_at as "lastOrderAt"`;

/** What the person of an order spent, and on what. Only for the rows of a page: it reads all of their orders. */
const sums = sql`
  ${personOf(o)} cross join lateral (
    with mine as (${ordersOfPerson}), spent as (
      select currency, sum(${netOf(sql`mine`)}) as cents from mine where total_cents > 0 group by currency)
    select (select count(*)::integer from mine) as orders, (select min(created_at) from mine) as first,
      (select count(distinct l.event_id)::integer from ${ticketsTables.ticket_lines} l join mine on mine.id = l.order_id) as events,
      (select coalesce(json_agg(json_build_object('currency', currency, 'cents', cents) order by cents desc, currency), '[]')
        from spent) as spend) s`;

/** The latest orders of the people with any order that has the typed words, this number or this email address. */
function latestOfMatches(q: string): RawBuilder<unknown> {
  const number = orderNumberOf(q);
  const texts = { names: sql`m.buyer_name || ' ' || replace(m.number, '-', '')`, address: sql`m.buyer_email` };
  const fits = number === undefined ? hasWords(texts, q) : sql`m.number = ${number}`;
  const matches = sql`
    (select m.* from ${ordersTables.orders} m where ${fits} and ${isCustomers(m)} limit ${sql.lit(maxSearched)})
    union all
    (select m.* from ${ordersTables.orders} m join ${accountsTables.users} c on c.id = m.user_id
      where c.email = ${searchedAddressOf(q)} and ${isCustomers(m)} limit 1)`;
  return sql`array(select ${latestOfPerson} from (${matches}) m ${personOf(m)})`;
}

/**
 * Customers as staff search them, by their latest order. A person is the one order of theirs that is the latest, so the
 * list walks the index on orders by time and skips an order whose person has a later one: a few index lookups for each
 * order, at any depth, and nothing that has to be kept up to date.
 */
export const customers: ListSource<CustomerQuery, Stored<Customer>> = {
  columns,
  from: sql`${ordersTables.orders} o ${personOf(o)}`,
  page: { alias: "o", joins: sums },
  key: byId,
  order: ({ sort }) => orderOf(sort, keys),
  where: sql`${isCustomers(o)} and ${isLatestOfPerson(o)}`,
  filters: {
    q: (q) => (q === "" ? sql`true` : sql`o.id = any(${latestOfMatches(q)})`),
    kind: (kind) => (kind === "account" ? sql`a.id is not null` : sql`a.id is null`),
  },
  gathers: ({ q }) => Boolean(q),
  // No index counts people.
  max: () => fewCounted,
};

/** Where notes about a customer belong: to an account or a guest without an email, or to an email that no account has confirmed. */
type NoteSubject = { userId: number; email: null } | { userId: null; email: string };

/** The customer who placed an order, paid or not; undefined if it doesn't exist or its buyer was deleted. */
export function findCustomer(
  db: Queryable,
  orderId: string,
): Promise<(Stored<Customer> & { userId: number | null; ticketCount: number }) | undefined> {
  return firstRow(db)`
    select ${columns}, p.owner as "userId",
      (select count(*)::integer from ${ticketsTables.tickets} t where t.order_id = any(${idsOfCustomer(orderId)})) as "ticketCount"
    from ${ordersTables.orders} o ${sums}
    where o.id = (select coalesce(${latestOfPerson}, x.id) from ${ordersTables.orders} x ${personOf(sql`x`)} where x.id = ${orderId})
      and o.buyer_email <> ${forgottenAddress}`;
}

/** The tickets of a customer, those of the latest events first. */
export function findCustomerTickets(db: Queryable, orderId: string, limit: number): Promise<Stored<CustomerTicket>[]> {
  return allRows(db)`
    select t.id, t.holder_name as "holderName", y.name as "typeName", t.status, d.admitted_at as "admittedAt",
      json_build_object('id', b.id, 'number', b.number) as "order",
      json_build_object('id', e.id, 'title', e.title, 'startsAt', e.starts_at, 'timeZone', e.time_zone) as event
    from ${ticketsTables.tickets} t join ${ordersTables.orders} b on b.id = t.order_id
    join ${eventsTables.ticket_types} y on y.id = t.ticket_type_id join ${eventsTables.events} e on e.id = t.event_id
    left join ${ticketsTables.admissions} d on d.ticket_id = t.id and d.voided_at is null
    where t.order_id = any(${idsOfCustomer(orderId)}) order by e.starts_at desc, t.id limit ${limit}`;
}

export const notes = createStaffNotes(sql`customer_notes`, sql`coalesce(user_id::text, email)`);

/** Adds a note about a customer. */
export const insertNote = (tx: Tx, { userId, email }: NoteSubject, note: Pick<NewNote, "staff" | "text">) =>
  notes.insert(tx, { columns: sql`user_id, email`, values: sql`${userId}::bigint, ${email}::text` }, note);

/** The notes about a customer, latest first. An account has those of its confirmed address, too. */
export const listNotes = (db: Queryable, userId: number | null, email: string): Promise<CustomerNote[]> =>
  notes.list(db, sql`user_id = ${userId}::bigint or email = ${email}`);

/** The notes about an account and its confirmed address, for the person's data download. */
export function findNotesOf(db: Queryable, { id, email }: RecordOwner): Promise<{ at: Date; text: string }[]> {
  return allRows(db)`
    select created_at as at, text from customer_notes where user_id = ${id} or email = ${email}::text order by id`;
}

/** Moves the notes about guests without an email to the address that their orders have now. */
export function moveGuestNotes(tx: Tx, orderIds: string[]): Promise<void> {
  return run(tx)`
    update customer_notes n set user_id = null, email = o.buyer_email
    from ${ordersTables.orders} o join ${accountsTables.users} u on u.id = o.user_id and u.role = 'guest'
    where n.user_id = o.user_id and o.id = any(${orderIds}::uuid[])`;
}

/** Deletes the notes about an account and its address, or about a guest's address if no one else ordered under it. */
export function forgetNotes(tx: Tx, { id, email }: RecordOwner): Promise<void> {
  return run(tx)`
    delete from customer_notes where user_id = ${id} or email = ${email}::text
      or email in (select buyer_email from ${ordersTables.orders} mine where user_id = ${id}
        except select buyer_email from ${ordersTables.orders} mine where user_id <> ${id} and buyer_email in
          (select buyer_email from ${ordersTables.orders} mine where user_id = ${id}))`;
}
