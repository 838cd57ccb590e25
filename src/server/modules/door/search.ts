import type { DoorTicket } from "#contract/door.ts";
import { findEventInfo } from "#server/modules/events/index.ts";
import { requireFound } from "#server/platform/app-error.ts";
import type { Deps } from "#server/platform/deps.ts";
import { searchDoorTickets, type DoorTicketRow } from "./store.ts";

const mostShown = 20;

/**
 * Finds an event's tickets for staff at its door: by name, order number or the buyer's whole email address.
 *
 * @throws AppError `not_found` for an unknown event
 */
export async function findDoorTickets(
  { db }: Deps,
  eventId: number,
  q: string,
): Promise<{ items: DoorTicket[]; isMore: boolean }> {
  requireFound((await findEventInfo(db, [eventId])).get(eventId));
  const rows = await searchDoorTickets(db, eventId, q, mostShown + 1);
  return { items: rows.slice(0, mostShown).map(toDoorTicket), isMore: rows.length > mostShown };
}

/** A ticket as staff at the door see it. */
export function toDoorTicket({ ticketStatus, isFrozen, admittedAt, ...row }: DoorTicketRow): DoorTicket {
  const status = ticketStatus !== "valid" ? ticketStatus : admittedAt !== null ? "in" : isFrozen ? "on_hold" : "valid";
  return { ...row, status, admittedAt: admittedAt?.toISOString() ?? null };
}
