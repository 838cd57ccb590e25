import { sql } from "kysely";
import type { TicketStatus } from "#contract/tickets.ts";
import type { Queryable, Tx } from "#server/platform/db/database.ts";

/** A ticket with all that changing it depends on. Cents in its order's currency. */
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
  placeReturned: boolean;
  /** People that the unit it was bought with lets in. */
  ticketsPerUnit: number;
  /** What one unit of its line cost. */
  unitCents: number;
}

/** One ticket; undefined where there is none. */
export async function findTicketToChange(db: Queryable, id: number): Promise<TicketToChange | undefined> {
  const { rows } = await sql<TicketToChange>`
    select t.id, t.order_id as "orderId", t.status, t.version, t.holder_name as "holderName",
      t.ticket_type_id as "ticketTypeId", y.name as "typeName", t.event_id as "eventId", e.title as "eventTitle",
      a.id is not null as "isAdmitted", t.frozen_since is not null as "isFrozen",
      t.place_returned as "placeReturned", l.tickets_per_unit as "ticketsPerUnit", l.unit_cents as "unitCents"
    from tickets t join order_lines l on l.id = t.order_line_id join ticket_types y on y.id = t.ticket_type_id
    join events e on e.id = t.event_id left join admissions a on a.ticket_id = t.id and a.voided_at is null
    where t.id = ${id}`.execute(db);
  return rows[0];
}

/** Writes another name on a ticket; a raised version makes its former code worthless. */
export async function renameTicket(tx: Tx, id: number, holderName: string, newCode: boolean): Promise<void> {
  await sql`
    update tickets set holder_name = ${holderName}, version = version + ${newCode ? 1 : 0} where id = ${id}`.execute(
    tx,
  );
}

/** Puts a ticket into another type, which may be another night's; its former code is worthless. */
export async function moveTicket(tx: Tx, id: number, to: { ticketTypeId: number; eventId: number }): Promise<void> {
  await sql`
    update tickets set ticket_type_id = ${to.ticketTypeId}, event_id = ${to.eventId}, version = version + 1
    where id = ${id}`.execute(tx);
}

/** Makes a ticket void; `placeReturned` says that its place is for sale again. */
export async function cancelTicket(tx: Tx, id: number, placeReturned: boolean): Promise<void> {
  await sql`
    update tickets set status = 'cancelled', version = version + 1, place_returned = ${placeReturned}
    where id = ${id}`.execute(tx);
}

/** What was changed about a ticket. */
export interface NewChange {
  ticketId: number;
  kind: "renamed" | "recoded" | "moved" | "cancelled";
  fromTypeId?: number;
  toTypeId?: number;
  differenceCents?: number;
  /** What the place costs that it was moved to. */
  placeCents?: number;
  holderBefore?: string;
}

/** Keeps what a ticket was before it was changed; answers the change's number. */
export async function insertChange(tx: Tx, change: NewChange): Promise<number> {
  const row = await tx
    .insertInto("ticket_changes")
    .values({
      ticket_id: change.ticketId,
      kind: change.kind,
      from_type_id: change.fromTypeId ?? null,
      to_type_id: change.toTypeId ?? null,
      difference_cents: change.differenceCents ?? null,
      place_cents: change.placeCents ?? null,
      holder_before: change.holderBefore ?? null,
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  return row.id;
}

/** Notes that the places of void tickets are for sale again. */
export async function markPlacesReturned(tx: Tx, ids: number[]): Promise<void> {
  await sql`update tickets set place_returned = true where id = any(${ids}::bigint[])`.execute(tx);
}
