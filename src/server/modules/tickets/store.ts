import { sql } from "kysely";
import type { TicketStatus } from "#contract/tickets.ts";
import { doorTables } from "#server/modules/door/tables.ts";
import { eventsTables } from "#server/modules/events/tables.ts";
import { ordersTables } from "#server/modules/orders/tables.ts";
import type { Queryable, Tx } from "#server/platform/db/database.ts";
import { allRows, firstRow } from "#server/platform/db/rows.ts";

/** A ticket as other modules see it. */
export interface TicketRow {
  id: number;
  version: number;
  status: TicketStatus;
  holderName: string;
  typeName: string;
  /** `#rrggbb` of the wristband it gets at the door. */
  doorColor: string | null;
  ticketTypeId: number;
  eventId: number;
  orderId: string;
  ownerId: number;
  admittedAt: Date | null;
  /** Since when it is frozen because its order's money is disputed. */
  frozenSince: Date | null;
}

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
export async function insertTickets(tx: Tx, issues: TicketIssue[], onlyMissing = false): Promise<void> {
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
  t.ticket_type_id as "ticketTypeId",
  t.event_id as "eventId", t.order_id as "orderId", t.owner_id as "ownerId", a.admitted_at as "admittedAt",
  t.frozen_since as "frozenSince"`;
const joins = sql`
  tickets t join ${eventsTables.ticket_types} y on y.id = t.ticket_type_id
  left join ${doorTables.admissions} a on a.ticket_id = t.id and a.voided_at is null`;

/** The tickets of some orders, in the order they were issued. */
export function findTicketsOfOrders(db: Queryable, orderIds: string[]): Promise<TicketRow[]> {
  return allRows(db)`
    select ${columns} from ${joins} where t.order_id = any(${orderIds}::uuid[]) order by t.id`;
}

/** One ticket by id. */
export function findTicket(db: Queryable, id: number): Promise<TicketRow | undefined> {
  return firstRow(db)`select ${columns} from ${joins} where t.id = ${id}`;
}

/**
 * The same for checking it in: until the transaction ends nobody can void the ticket. Many doors can read it at once.
 *
 * Locks the ticket before looking up its type: in a joint read, a ticket that is moved to another type at that moment
 * would not be found.
 */
export function findTicketAtDoor(tx: Tx, id: number): Promise<TicketRow | undefined> {
  return firstRow(tx)`
    with tickets as materialized (select * from public.tickets t where t.id = ${id} for share of t)
    select ${columns} from ${joins}`;
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

/** Marks tickets as refunded, and raises their version. Already refunded tickets stay as they are. */
export async function markRefunded(tx: Tx, ids: number[]): Promise<void> {
  await sql`
    update tickets set status = 'refunded', version = version + 1
    where id = any(${ids}::bigint[]) and status <> 'refunded'`.execute(tx);
}

/** Tickets of a person: their own, and those bought with the address they have confirmed. */
export function findTicketsOfPerson(
  db: Queryable,
  person: { id: number; email: string | null },
): Promise<(TicketRow & { orderNumber: string })[]> {
  return allRows(db)`
    select ${columns}, o.number as "orderNumber"
    from ${joins} join ${ordersTables.orders} o on o.id = t.order_id
    where t.id in (
      select id from tickets where owner_id = ${person.id}
      union select k.id from tickets k join ${ordersTables.orders} b on b.id = k.order_id
      where b.buyer_email = ${person.email}::text
      order by id desc limit 500)
    order by t.id desc`;
}
