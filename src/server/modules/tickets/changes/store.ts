import { sql } from "kysely";
import type { TicketStatus } from "#contract/tickets.ts";
import { doorTables } from "#server/modules/door/tables.ts";
import { eventsTables } from "#server/modules/events/tables.ts";
import { ordersTables } from "#server/modules/orders/tables.ts";
import type { Queryable, Tx } from "#server/platform/db/database.ts";
import { firstRow } from "#server/platform/db/rows.ts";

/** A ticket with everything that a change depends on. Cents in its order's currency. */
export interface TicketToChange {
  id: number;
  orderId: string;
  status: TicketStatus;
  version: number;
  holderName: string;
  ticketTypeId: number;
  typeName: string;
  eventId: number;
  eventTitle: string;
  isAdmitted: boolean;
  /** A bank disputes its money. */
  isFrozen: boolean;
  spotReturned: boolean;
  /** People that its unit admits. */
  ticketsPerUnit: number;
  /** What one unit of its line cost. */
  unitCents: number;
}

/** One ticket; undefined if there is none. */
export function findTicketToChange(db: Queryable, id: number): Promise<TicketToChange | undefined> {
  return firstRow(db)`
    select t.id, t.order_id as "orderId", t.status, t.version, t.holder_name as "holderName",
      t.ticket_type_id as "ticketTypeId", y.name as "typeName", t.event_id as "eventId", e.title as "eventTitle",
      a.id is not null as "isAdmitted", t.frozen_since is not null as "isFrozen",
      t.spot_returned as "spotReturned", l.tickets_per_unit as "ticketsPerUnit", l.unit_cents as "unitCents"
    from tickets t join ${ordersTables.order_lines} l on l.id = t.order_line_id
    join ${eventsTables.ticket_types} y on y.id = t.ticket_type_id
    join ${eventsTables.events} e on e.id = t.event_id left join ${doorTables.admissions} a on a.ticket_id = t.id
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
export async function insertChange(tx: Tx, change: NewChange): Promise<number> {
  const row = await tx
    .insertInto("ticket_changes")
    .values({
      ticket_id: change.ticketId,
      kind: change.kind,
      from_type_id: change.fromTypeId ?? null,
      to_type_id: change.toTypeId ?? null,
      difference_cents: change.differenceCents ?? null,
      spot_cents: change.spotCents ?? null,
      holder_before: change.holderBefore ?? null,
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  return row.id;
}

/** Marks the spots of void tickets as back on sale. */
export async function markSpotsReturned(tx: Tx, ids: number[]): Promise<void> {
  await sql`update tickets set spot_returned = true where id = any(${ids}::bigint[])`.execute(tx);
}
