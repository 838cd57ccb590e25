import { MyTicket, OrderTicket } from "#contract/tickets.ts";
import type { Tx } from "#server/platform/db/database.ts";
import type { Deps } from "#server/platform/deps.ts";
import type { Principal } from "#server/platform/http/principal.ts";
import { findEventInfo } from "#server/modules/events/index.ts";
import { ticketCode } from "./codes.ts";
import * as store from "./store.ts";
import { shownAs } from "#server/platform/shown.ts";
import { ChangedTicket } from "#contract/ticket-changes.ts";

/**
 * Voids the tickets of an order: their codes are invalid from now on. If any of them is checked in, none is voided.
 *
 * Safe against check-ins: a scan at the same time either finishes first, and counts as admitted here, or finds the
 * ticket void.
 *
 * @returns how many are already checked in; 0 means that all were voided
 */
export async function voidUnusedTickets(tx: Tx, orderId: string): Promise<number> {
  await store.lockTicketsOfOrder(tx, orderId);
  const tickets = await store.findTicketsOfOrders(tx, [orderId]);
  const admitted = tickets.filter((ticket) => ticket.admittedAt !== null).length;
  if (admitted === 0) await store.voidTicketsOfOrder(tx, orderId);
  return admitted;
}

/** A ticket as its order shows it, with the content of its QR code. */
export function showTicket(ticket: store.TicketRow, codeKey: Buffer): OrderTicket {
  return shownAs(OrderTicket)({
    ...ticket,
    code: ticketCode({ ticketId: ticket.id, version: ticket.version }, codeKey),
    isFrozen: ticket.frozenSince !== null,
  });
}

/** A person's tickets: upcoming events first, the next one on top, then past events, the latest first. */
export async function listMyTickets({ db, keys }: Deps, person: Pick<Principal, "id" | "email">): Promise<MyTicket[]> {
  const tickets = await store.findTicketsOfPerson(db, person);
  const eventsById = await findEventInfo(db, [...new Set(tickets.map((ticket) => ticket.eventId))]);
  const shown = tickets.flatMap((ticket) => {
    const { orderId, orderNumber } = ticket;
    const event = eventsById.get(ticket.eventId);
    if (event === undefined) return [];
    const shownEvent = shownAs(MyTicket.shape.event)(event);
    return [
      { ...showTicket(ticket, keys["ticket-codes"]), orderId, orderNumber, event: shownEvent, over: event.isOver },
    ];
  });
  shown.sort((a, b) => {
    if (a.over !== b.over) return a.over ? 1 : -1;
    const forward = a.event.startsAt.localeCompare(b.event.startsAt) || a.id - b.id;
    return a.over ? -forward : forward;
  });
  return shown.map(({ over: _, ...ticket }) => ticket);
}

/**
 * Freezes the tickets of some orders: they don't admit anyone until they are unfrozen; checked-in tickets stay as they
 * are. A scan at the same time either finishes first, or finds the ticket frozen.
 */
export async function freezeTickets(tx: Tx, orderIds: string[]): Promise<void> {
  if (orderIds.length === 0) return;
  await store.lockTickets(tx, orderIds);
  await store.freeze(tx, orderIds);
}

/** Unfreezes the tickets; people's existing codes are valid again. */
export async function unfreezeTickets(tx: Tx, orderIds: string[]): Promise<void> {
  if (orderIds.length === 0) return;
  await store.lockTickets(tx, orderIds);
  await store.unfreeze(tx, orderIds);
}

/**
 * Cancels the tickets of some orders, including checked-in ones, because their money is gone. Check-ins stay recorded.
 *
 * @returns the orders in which nobody checked in: their spots can be sold again
 */
export async function cancelTickets(tx: Tx, orderIds: string[]): Promise<string[]> {
  if (orderIds.length === 0) return [];
  await store.lockTickets(tx, orderIds);
  return store.cancelAll(tx, orderIds);
}

/** A ticket as staff see it after a change. */
export const showChanged = ({
  id,
  ...ticket
}: Pick<store.TicketRow, "id" | "orderId" | "status" | "version">): ChangedTicket =>
  shownAs(ChangedTicket)({ ...ticket, ticketId: id });
