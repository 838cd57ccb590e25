import { sql, type RawBuilder } from "kysely";
import type { AttendeeQuery } from "#contract/box-office.ts";
import type { TicketStatus } from "#contract/tickets.ts";
import { accountsTables } from "#server/modules/accounts/tables.ts";
import { doorTables } from "#server/modules/door/tables.ts";
import { eventsTables } from "#server/modules/events/tables.ts";
import { ordersTables } from "#server/modules/orders/tables.ts";
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
  type ListOrder,
  type PageOfRows,
  type Slice,
  type SortKey,
} from "#server/platform/db/keyset.ts";
import { countedAs, countUpTo, mostCounted, staffPageSize, wordPatterns } from "#server/platform/db/paging.ts";
import {
  narrowByWords,
  orderNumberOf,
  wordsQuery,
  type Narrowed,
  type WordedTexts,
} from "#server/platform/db/word-search.ts";

/** A ticket with its holder, its order and its event. */
export interface AttendeeRow {
  ticketId: number;
  holderName: string;
  email: string;
  ticketTypeId: number;
  typeName: string;
  status: TicketStatus;
  admittedAt: Date | null;
  gate: string | null;
  isComp: boolean;
  promoCode: string | null;
  promoter: string | null;
  orderId: string;
  orderNumber: string;
  eventId: number;
  eventTitle: string;
  startsAt: Date;
  timeZone: string;
  issuedAt: Date;
}

export type AttendeeFilter = Omit<AttendeeQuery, "page" | "cursor">;

const more = sql`
  join ${eventsTables.ticket_types} y on y.id = t.ticket_type_id join ${eventsTables.events} e on e.id = t.event_id
  join ${ordersTables.orders} o on o.id = t.order_id left join ${doorTables.admissions} a on a.ticket_id = t.id
    and a.voided_at is null`;

const statuses = {
  in: sql`a.id is not null`,
  expected: sql`a.id is null and t.status = 'valid'`,
  void: sql`t.status <> 'valid'`,
  canceled: sql`t.status = 'canceled'`,
  refunded: sql`t.status = 'refunded'`,
};

const byId: SortKey = { by: sql`t.id`, type: "bigint" };
const name: SortKey = { by: sql`lower(t.holder_name)`, type: "text" };
const upKeys: Record<string, SortKey[]> = {
  name: [name, byId],
  type: [{ by: sql`y.position`, type: "bigint" }, { by: sql`y.id`, type: "bigint" }, name, byId],
  admittedAt: [{ by: sql`coalesce(a.admitted_at, 'infinity')`, type: "timestamptz" }, byId],
  issuedAt: [byId],
};
/** Tickets that aren't checked in come last, whatever the sort direction. */
const downKeys = {
  ...upKeys,
  admittedAt: [{ by: sql`coalesce(a.admitted_at, '-infinity')`, type: "timestamptz" }, byId] satisfies SortKey[],
};

/** Tickets of one event or person: few enough to scan, and to sort in any order. */
const isOfSome = ({ eventId, personId, ticketTypeId }: AttendeeFilter) =>
  eventId !== undefined || personId !== undefined || ticketTypeId !== undefined;

const texts: WordedTexts = {
  names: sql`b.buyer_name || ' ' || replace(b.number, '-', '')`,
  address: sql`b.buyer_email`,
};

/**
 * Among some tickets a search finds any part of a word; among all, beginnings of words in the buyer's name, and order
 * numbers.
 */
function matches(filter: AttendeeFilter, words: RawBuilder<unknown>): RawBuilder<unknown> {
  if (wordsQuery(filter.q) === undefined) return sql`true`;
  const number = orderNumberOf(filter.q);
  if (number !== undefined)
    return sql`t.order_id = (select id from ${ordersTables.orders} orders where number = ${number})`;
  if (isOfSome(filter)) {
    return sql`lower(concat_ws(' ', t.holder_name, o.buyer_email, o.number)) like all(${wordPatterns(filter.q)}::text[])`;
  }
  return sql`t.order_id in (select b.id from ${ordersTables.orders} b where ${words})`;
}

function whichFit(filter: AttendeeFilter, words: RawBuilder<unknown>): RawBuilder<unknown> {
  const parts = [matches(filter, words)];
  if (filter.eventId !== undefined) parts.push(sql`t.event_id = ${filter.eventId}`);
  if (filter.personId !== undefined) {
    parts.push(sql`t.id in (select id from tickets where owner_id = ${filter.personId}
      union select k.id from tickets k join ${ordersTables.orders} b on b.id = k.order_id
        join ${accountsTables.users} u on u.email = b.buyer_email where u.id = ${filter.personId})`);
  }
  if (filter.ticketTypeId !== undefined) {
    // Filter by the type's event, so that only its own tickets are read.
    parts.push(sql`t.ticket_type_id = ${filter.ticketTypeId}
      and t.event_id = (select event_id from ${eventsTables.ticket_types} ticket_types
        where id = ${filter.ticketTypeId})`);
  }
  if (filter.status !== undefined) parts.push(statuses[filter.status]);
  parts.push(...cameBy(filter, sql`t.order_id`));
  return sql.join(parts, sql` and `);
}

function orderFor(filter: AttendeeFilter): ListOrder {
  const sort = filter.sort ?? (isOfSome(filter) ? "name" : "-issuedAt");
  const order = orderOf(sort, sort.startsWith("-") ? downKeys : upKeys);
  if (!isOfSome(filter)) {
    requireTime(order, "issuedAt");
    requireSome(filter);
  }
  return order;
}

const columns = sql`
  t.id as "ticketId", t.holder_name as "holderName", o.buyer_email as email, t.ticket_type_id as "ticketTypeId",
  y.name as "typeName", t.status, a.admitted_at as "admittedAt", a.gate,
  exists (select from ${ordersTables.comps} comps where order_id = o.id) as "isComp", o.promo_code as "promoCode",
  (select p.name from ${promotionsTables.promotion_redemptions} u
    join ${promotionsTables.promoters} p on p.id = u.promoter_id where u.order_id = o.id) as promoter,
  o.id as "orderId", o.number as "orderNumber",
  e.id as "eventId", e.title as "eventTitle", e.starts_at as "startsAt", e.time_zone as "timeZone",
  t.created_at as "issuedAt"`;

/**
 * The tables that a ticket search needs, out of all that the list shows: a popular event has thousands, and a page
 * shows few.
 */
function needed(filter: AttendeeFilter, order?: ListOrder): RawBuilder<unknown> {
  const sort = order?.name.replace(/^-/, "");
  const parts = [sql`tickets t`];
  if (sort === "type") parts.push(sql`join ${eventsTables.ticket_types} y on y.id = t.ticket_type_id`);
  if (isOfSome(filter) && wordsQuery(filter.q) !== undefined)
    parts.push(sql`join ${ordersTables.orders} o on o.id = t.order_id`);
  if (sort === "admittedAt" || filter.status === "in" || filter.status === "expected") {
    parts.push(sql`left join ${doorTables.admissions} a on a.ticket_id = t.id and a.voided_at is null`);
  }
  return sql.join(parts, sql` `);
}

/** The filter that a page's tickets have to match, and how many match. */
async function condition(db: Queryable, query: AttendeeQuery, slice: Slice): Promise<Narrowed> {
  const from = needed(query);
  const where = (words: RawBuilder<unknown>) => whichFit(query, words);
  const fit = where(sql`true`);
  if (wordsQuery(query.q) === undefined) return { fit, counted: await countUpTo(db, from, fit), slice };
  if (isOfSome(query)) {
    // Every ticket of the event has to be checked together with its order: do it once, and not again for the page.
    const { rows } = await sql<{ id: number }>`
      ${plannedByValues} select t.id from ${from} where ${fit} limit ${sql.lit(mostCounted + 1)}`.execute(db);
    const ids = rows.map(({ id }) => id);
    const counted = countedAs(ids.length, mostCounted);
    return { fit: counted.isMore ? fit : sql`t.id = any(${ids}::bigint[])`, counted, slice };
  }
  const q = orderNumberOf(query.q) === undefined ? query.q : undefined;
  return await narrowByWords(db, { from, alias: "t", type: "bigint", texts, where }, { q, slice });
}

/**
 * One page of matching tickets, and how many there are. Tickets across all events and people sort by time only.
 *
 * @throws AppError `invalid_input` for an invalid cursor, or for any other sort across all tickets
 */
export async function findAttendees(
  db: Queryable,
  query: AttendeeQuery,
  pageSize = staffPageSize,
): Promise<PageOfRows<AttendeeRow>> {
  const asked = sliceOf(query, orderFor(query), pageSize);
  const { fit, counted, slice } = await condition(db, query, asked);
  const { rows } = await sql<Keyed<AttendeeRow>>`
    ${plannedByValues} select ${columns}, ${sortKeyOf(slice)} as "sortKey"
    from (select t.* from ${needed(query, slice.order)} where ${fit} and ${isAfter(slice)} ${inOrder(slice)}) t
    ${more} ${inOrder({ ...slice, offset: 0 })}`.execute(db);
  return toPage(rows, slice, counted);
}
