import { sql, type RawBuilder } from "kysely";
import type { Attendee, AttendeeQuery } from "#contract/admin/orders.ts";
import { accountsTables } from "#server/modules/accounts/tables.ts";
import { eventsTables } from "#server/modules/events/tables.ts";
import { compsTables } from "#server/modules/comps/tables.ts";
import { ordersTables } from "#server/modules/orders/tables.ts";
import { promotionsTables } from "#server/modules/promotions/tables.ts";
import { ticketsTables } from "#server/modules/tickets/tables.ts";
import { orderOf, requireTime, type ListOrder, type SortKey } from "#server/platform/db/keyset.ts";
import type { ListSource } from "#server/platform/db/list.ts";
import { wordPatterns } from "#server/platform/db/paging.ts";
import { orderNumberOf, wordsQuery } from "#server/platform/db/word-search.ts";
import type { Stored } from "#server/platform/shown.ts";
import { cameBy, requireSome } from "../origin-store.ts";

const statuses = {
  valid: sql`t.status = 'valid'`,
  in: sql`a.id is not null`,
  expected: sql`a.id is null and t.status = 'valid' and not exists (
    select from ${eventsTables.ticket_types} p where p.id = t.ticket_type_id and p.is_stream_pass)`,
  void: sql`t.status <> 'valid'`,
  canceled: sql`t.status = 'canceled'`,
  refunded: sql`t.status = 'refunded'`,
};

const byId: SortKey = { by: sql`t.id`, type: "bigint" };
const name: SortKey = { by: sql`plain_letters(t.holder_name)`, type: "text" };
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
const isOfSome = ({ eventId, personId, ticketTypeId }: AttendeeQuery) =>
  eventId !== undefined || personId !== undefined || ticketTypeId !== undefined;

function orderFor(filter: AttendeeQuery): ListOrder {
  const sort = filter.sort ?? (isOfSome(filter) ? "name" : "-issuedAt");
  const order = orderOf(sort, sort.startsWith("-") ? downKeys : upKeys);
  if (!isOfSome(filter)) {
    requireTime(order, "issuedAt");
    requireSome(filter);
  }
  return order;
}

/**
 * The tables that a ticket search needs, out of all that the list shows: a popular event has thousands, and a page
 * shows few.
 */
function needed(filter: AttendeeQuery, order: ListOrder | undefined): RawBuilder<unknown> {
  const sort = order?.name.replace(/^-/, "");
  const parts = [sql`${ticketsTables.tickets} t`];
  if (sort === "type") parts.push(sql`join ${eventsTables.ticket_types} y on y.id = t.ticket_type_id`);
  if (isOfSome(filter) && wordsQuery(filter.q) !== undefined)
    parts.push(sql`join ${ordersTables.orders} o on o.id = t.order_id`);
  if (sort === "admittedAt" || filter.status === "in" || filter.status === "expected") {
    parts.push(sql`left join ${ticketsTables.admissions} a on a.ticket_id = t.id and a.voided_at is null`);
  }
  return sql.join(parts, sql` `);
}

const ofOrder = (number: string) =>
  sql`t.order_id = (select id from ${ordersTables.orders} orders where number = ${number})`;

/** A ticket search. Staff of some events see only these. */
export type TicketQuery = AttendeeQuery & { eventIds?: number[] };

/** Tickets as staff search them. Tickets across all events and people sort by time only. */
export const attendees: ListSource<TicketQuery, Stored<Attendee>> = {
  columns: sql`
    t.id as "ticketId", t.holder_name as "holderName", o.buyer_email as email, t.ticket_type_id as "ticketTypeId",
    y.name as "typeName", t.status, a.admitted_at as "admittedAt", a.gate,
    exists (select from ${compsTables.comps} comps where order_id = o.id) as "isComp", o.promo_code as "promoCode",
    (select p.name from ${promotionsTables.promotion_redemptions} u join ${promotionsTables.promoters} p on p.id = u.promoter_id where u.order_id = o.id) as promoter,
    json_build_object('id', o.id, 'number', o.number) as "order",
    json_build_object('id', e.id, 'title', e.title, 'startsAt', e.starts_at, 'timeZone', e.time_zone) as event,
    t.created_at as "issuedAt"`,
  from: needed,
  page: {
    alias: "t",
    joins: sql`
      join ${eventsTables.ticket_types} y on y.id = t.ticket_type_id join ${eventsTables.events} e on e.id = t.event_id
      join ${ordersTables.orders} o on o.id = t.order_id left join ${ticketsTables.admissions} a on a.ticket_id = t.id and a.voided_at is null`,
  },
  key: byId,
  order: orderFor,
  filters: {
    /** Among some tickets a search finds any part of a word. */
    q(q) {
      const number = orderNumberOf(q);
      if (number !== undefined) return ofOrder(number);
      if (wordsQuery(q) === undefined) return sql`true`;
      return sql`plain_letters(concat_ws(' ', t.holder_name, o.buyer_email, o.number)) like all(${wordPatterns(q)}::text[])`;
    },
    eventId: (id) => sql`t.event_id = ${id}`,
    eventIds: (ids) => sql`t.event_id = any(${ids}::bigint[])`,
    personId: (id) => sql`t.id in (select id from ${ticketsTables.tickets} k where owner_id = ${id}
      union select k.id from ${ticketsTables.tickets} k join ${ordersTables.orders} b on b.id = k.order_id
        join ${accountsTables.users} u on u.email = b.buyer_email where u.id = ${id})`,
    // Filter by the type's event, so that only its own tickets are read.
    ticketTypeId: (id) => sql`t.ticket_type_id = ${id}
      and t.event_id = (select event_id from ${eventsTables.ticket_types} ticket_types where id = ${id})`,
    status: (status) => statuses[status],
    ...cameBy(sql`t.order_id`),
  },
  /** Among all tickets it finds beginnings of words in the buyer's name. */
  search: {
    texts: { names: sql`b.buyer_name || ' ' || replace(b.number, '-', '')`, address: sql`b.buyer_email` },
    byNumber: ofOrder,
    fits: (words, { q }) =>
      wordsQuery(q) === undefined
        ? sql`true`
        : sql`t.order_id in (select b.id from ${ordersTables.orders} b where ${words})`,
    unless: isOfSome,
  },
  // Every ticket of an event has to be checked together with its order.
  gathers: (query) => isOfSome(query) && wordsQuery(query.q) !== undefined,
};
