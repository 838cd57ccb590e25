import { sql } from "kysely";
import { TicketStatus } from "#contract/tickets.ts";
import { eventsTables } from "#server/modules/events/tables.ts";
import { ordersTables } from "#server/modules/orders/tables.ts";
import { bool, instant, integer, oneOf, orNull, text, uuid, type RowFrom } from "#server/platform/db/columns.ts";
import type { Queryable, Tx } from "#server/platform/db/database.ts";
import { allRows, allValues, firstRow, onlyValue } from "#server/platform/db/rows.ts";

const ticket = {
  id: integer,
  version: integer,
  status: oneOf(...TicketStatus.options),
  holderName: text,
  typeName: text,
  /** `#rrggbb` of the wristband it gets at the door. */
  doorColor: orNull(text),
  /** It opens a live stream and admits nobody at the door. */
  isStreamPass: bool,
  ticketTypeId: integer,
  eventId: integer,
  orderId: uuid,
  ownerId: integer,
  admittedAt: orNull(instant),
  /** Where it was admitted; null also for a check-in that staff made in the admin area. */
  gate: orNull(text),
  /** Since when it is frozen because its order's money is disputed. */
  frozenSince: orNull(instant),
  /** Since when it's canceled or refunded. */
  voidSince: orNull(instant),
};

/** A ticket as other modules see it. */
export type TicketRow = RowFrom<typeof ticket>;

/** What to issue for one paid line: `count` tickets. */
export interface TicketIssue {
  orderLineId: string;
  orderId: string;
  ticketTypeId: number;
  eventId: number;
  ownerId: number;
  holderName: string;
  count: number;
}

/**
 * Stores the tickets of paid lines; a line that already has its tickets aborts the transaction, unless `onlyMissing` is
 * set.
 */
export async function issueTickets(tx: Tx, issues: TicketIssue[], onlyMissing = false): Promise<void> {
  await sql`
    insert into tickets (order_line_id, position, order_id, ticket_type_id, event_id, owner_id, holder_name)
    select i."orderLineId", n, i."orderId", i."ticketTypeId", i."eventId", i."ownerId", i."holderName"
    from json_to_recordset(${JSON.stringify(issues)}::json) as i("orderLineId" uuid, "orderId" uuid,
      "ticketTypeId" bigint, "eventId" bigint, "ownerId" bigint, "holderName" text, "count" integer)
    cross join generate_series(1, i."count") as n
    ${onlyMissing ? sql`on conflict (order_line_id, position) do nothing` : sql``}`.execute(tx);
}

const columns = sql`
  t.id, t.version, t.status, t.holder_name as "holderName", y.name as "typeName", y.door_color as "doorColor",
  y.is_stream_pass as "isStreamPass",
  t.ticket_type_id as "ticketTypeId",
  t.event_id as "eventId", t.order_id as "orderId", t.owner_id as "ownerId", a.admitted_at as "admittedAt",
  case when a.device_id not like 'admin-%' then nullif(a.gate, '') end as gate, t.frozen_since as "frozenSince",
  t.void_since as "voidSince"`;
const joins = sql`
  tickets t join ${eventsTables.ticket_types} y on y.id = t.ticket_type_id
  left join admissions a on a.ticket_id = t.id and a.voided_at is null`;

/** The tickets of some orders, in the order they were issued. */
export function findTicketsOfOrders(db: Queryable, orderIds: string[]): Promise<TicketRow[]> {
  return allRows(db, ticket)`
    select ${columns} from ${joins} where t.order_id = any(${orderIds}::uuid[]) order by t.id`;
}

/** One ticket by id, whatever its status; undefined if there is none. */
export function findTicket(db: Queryable, id: number): Promise<TicketRow | undefined> {
  return firstRow(db, ticket)`select ${columns} from ${joins} where t.id = ${id}`;
}

/**
 * The same for checking it in: until the transaction ends nobody can void the ticket. Many doors can read it at once.
 *
 * Locks the ticket before looking up its type: in a joint read, a ticket that is moved to another type at that moment
 * would not be found.
 */
export function findTicketAtDoor(tx: Tx, id: number): Promise<TicketRow | undefined> {
  return firstRow(tx, ticket)`
    with tickets as materialized (select * from public.tickets t where t.id = ${id} for share of t)
    select ${columns} from ${joins}`;
}

/** The same, and no other door can read it at the same time: for a scan that may take over the ticket's check-in. */
export async function lockTicketAtDoor(tx: Tx, id: number): Promise<TicketRow | undefined> {
  await sql`select from tickets where id = ${id} for no key update`.execute(tx);
  return firstRow(tx, ticket)`select ${columns} from ${joins} where t.id = ${id}`;
}

const formerCode = { eventId: integer, replacedAt: instant };

/** A code of a ticket that isn't good anymore: the event that it admitted to, and until when. */
export type FormerCode = RowFrom<typeof formerCode>;

/** A former code by its version; undefined for the current one. */
export function findFormerCode(db: Queryable, ticketId: number, version: number): Promise<FormerCode | undefined> {
  return firstRow(db, formerCode)`
    select event_id as "eventId", replaced_at as "replacedAt" from former_ticket_codes
    where ticket_id = ${ticketId} and version = ${version}`;
}

/** Locks an order's tickets, in id order, against check-ins and each other. */
export async function lockTicketsOfOrder(tx: Tx, orderId: string): Promise<void> {
  await sql`select from tickets where order_id = ${orderId}::uuid order by id for update`.execute(tx);
}

/** Cancels an order's tickets; raising the version invalidates every code sent out. */
export async function voidTicketsOfOrder(tx: Tx, orderId: string): Promise<void> {
  await sql`
    update tickets set status = 'canceled', version = version + 1
    where order_id = ${orderId}::uuid and status = 'valid'`.execute(tx);
}

/**
 * Voids refunded tickets: raising the version invalidates their codes. Already refunded tickets stay as they are. The
 * caller has locked them.
 */
export async function voidRefundedTickets(tx: Tx, ids: number[]): Promise<void> {
  await sql`
    update tickets set status = 'refunded', version = version + 1
    where id = any(${ids}::bigint[]) and status <> 'refunded'`.execute(tx);
}

const ownTicket = { ...ticket, orderNumber: text };

/** Tickets of a person: their own, and those bought with the address they have confirmed. */
export function findTicketsOfPerson(
  db: Queryable,
  person: { id: number; email: string | null },
): Promise<RowFrom<typeof ownTicket>[]> {
  return allRows(db, ownTicket)`
    select ${columns}, o.number as "orderNumber"
    from ${joins} join ${ordersTables.orders} o on o.id = t.order_id
    where t.id in (
      select id from tickets where owner_id = ${person.id}
      union select k.id from tickets k join ${ordersTables.orders} b on b.id = k.order_id
      where b.buyer_email = ${person.email}::text
      order by id desc limit 500)
    order by t.id desc`;
}

/** Locks the tickets of some orders, in id order, against check-ins and each other. */
export async function lockTickets(tx: Tx, orderIds: string[]): Promise<void> {
  await sql`select from tickets where order_id = any(${orderIds}::uuid[]) order by id for update`.execute(tx);
}

/** Freezes valid tickets that aren't checked in. The caller has locked them. */
export async function freeze(tx: Tx, orderIds: string[]): Promise<void> {
  await sql`
    update tickets t set frozen_since = clock_now()
    where order_id = any(${orderIds}::uuid[]) and status = 'valid' and frozen_since is null
      and not exists (select from admissions a where a.ticket_id = t.id and a.voided_at is null)`.execute(tx);
}

/** Unfreezes tickets, which keep their codes. */
export async function unfreeze(tx: Tx, orderIds: string[]): Promise<void> {
  await sql`
    update tickets set frozen_since = null
    where order_id = any(${orderIds}::uuid[]) and frozen_since is not null`.execute(tx);
}

/**
 * Cancels every valid ticket of some orders.
 *
 * @returns the orders in which nobody checked in
 */
export function cancelAll(tx: Tx, orderIds: string[]): Promise<string[]> {
  return allValues(tx, uuid)`
    with gone as (
      update tickets set status = 'canceled', version = version + 1, frozen_since = null
      where order_id = any(${orderIds}::uuid[]) and status = 'valid')
    select o.id from unnest(${orderIds}::uuid[]) as o(id) where not exists (
      select from tickets t join admissions a on a.ticket_id = t.id and a.voided_at is null
        where t.order_id = o.id)`;
}

const ticketToChange = {
  id: integer,
  orderId: uuid,
  status: ticket.status,
  version: integer,
  holderName: text,
  ticketTypeId: integer,
  typeName: text,
  eventId: integer,
  eventTitle: text,
  isAdmitted: bool,
  /** A bank disputes its money. */
  isFrozen: bool,
  spotReturned: bool,
  /** People that its unit admits. */
  ticketsPerUnit: integer,
  /** What one unit of its line cost. */
  unitCents: integer,
};

/** A ticket with everything that a change depends on. Cents in its order's currency. */
export type TicketToChange = RowFrom<typeof ticketToChange>;

/** One ticket; undefined if there is none. */
export function findTicketToChange(db: Queryable, id: number): Promise<TicketToChange | undefined> {
  return firstRow(db, ticketToChange)`
    select t.id, t.order_id as "orderId", t.status, t.version, t.holder_name as "holderName",
      t.ticket_type_id as "ticketTypeId", y.name as "typeName", t.event_id as "eventId", e.title as "eventTitle",
      a.id is not null as "isAdmitted", t.frozen_since is not null as "isFrozen",
      t.spot_returned as "spotReturned", k.tickets_per_unit as "ticketsPerUnit", l.unit_cents as "unitCents"
    from tickets t join ${ordersTables.order_lines} l on l.id = t.order_line_id
    join ticket_lines k on k.order_line_id = l.id
    join ${eventsTables.ticket_types} y on y.id = t.ticket_type_id
    join ${eventsTables.events} e on e.id = t.event_id left join admissions a on a.ticket_id = t.id
      and a.voided_at is null
    where t.id = ${id}`;
}

/** Changes the name on a ticket; raising the version invalidates its old code. */
export async function renameTicket(tx: Tx, id: number, holderName: string, newCode: boolean): Promise<void> {
  await sql`
    update tickets set holder_name = ${holderName}, version = version + ${newCode ? 1 : 0} where id = ${id}`.execute(
    tx,
  );
}

/** Moves a ticket to another type, which may belong to another event; invalidates its old code. */
export async function moveTicket(tx: Tx, id: number, to: { ticketTypeId: number; eventId: number }): Promise<void> {
  await sql`
    update tickets set ticket_type_id = ${to.ticketTypeId}, event_id = ${to.eventId}, version = version + 1
    where id = ${id}`.execute(tx);
}

/** Voids a ticket; `spotReturned` says that its spot is back on sale. */
export async function cancelTicket(tx: Tx, id: number, spotReturned: boolean): Promise<void> {
  await sql`
    update tickets set status = 'canceled', version = version + 1, spot_returned = ${spotReturned}
    where id = ${id}`.execute(tx);
}

/** A change to a ticket. */
export interface NewChange {
  ticketId: number;
  kind: "renamed" | "recoded" | "moved" | "canceled";
  fromTypeId?: number;
  toTypeId?: number;
  differenceCents?: number;
  /** The price of the type it was moved to. */
  spotCents?: number;
  holderBefore?: string;
}

/** Stores what a ticket was before a change; returns the change's id. */
export function insertChange(tx: Tx, change: NewChange): Promise<number> {
  return onlyValue(tx, integer)`
    insert into ticket_changes (ticket_id, kind, from_type_id, to_type_id, difference_cents, spot_cents, holder_before)
    select * from json_to_record(${JSON.stringify(change)}::json) as c("ticketId" bigint, kind text, "fromTypeId" bigint,
      "toTypeId" bigint, "differenceCents" integer, "spotCents" integer, "holderBefore" text) returning id`;
}

/** Marks the spots of void tickets as back on sale. */
export async function markSpotsReturned(tx: Tx, ids: number[]): Promise<void> {
  await sql`update tickets set spot_returned = true where id = any(${ids}::bigint[])`.execute(tx);
}
