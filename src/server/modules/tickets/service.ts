import { MyTicket, OrderTicket } from "#contract/tickets.ts";
import type { Tx } from "#server/platform/db/database.ts";
import type { Deps } from "#server/platform/deps.ts";
import type { Principal } from "#server/platform/http/principal.ts";
import { findEventInfo } from "#server/modules/events/index.ts";
import { ticketCode } from "./codes.ts";
import * as store from "./store.ts";
import { shownAs } from "#server/platform/shown.ts";

/** Issues the tickets of paid lines, in the transaction that marks the order paid. */
export async function issueTickets(tx: Tx, issues: store.TicketIssue[]): Promise<void> {
  if (issues.length > 0) await store.insertTickets(tx, issues);
}

/** Issues the missing tickets of paid lines; the others stay as they are. */
export async function issueMissingTickets(tx: Tx, issues: store.TicketIssue[]): Promise<void> {
  if (issues.length > 0) await store.insertTickets(tx, issues, true);
}

/**
 * Voids the tickets of an order: their codes are invalid from now on. If any of them is checked in, none is voided.
 *
 * Safe against check-ins: a scan at the same time either finishes first, and counts as admitted here, or finds the
 * ticket void.
 *
 * @returns how many are already checked in; 0 means that all were voided
 */
export async function takeTicketsBack(tx: Tx, orderId: string): Promise<number> {
  await store.lockTicketsOfOrder(tx, orderId);
  const tickets = await store.findTicketsOfOrders(tx, [orderId]);
  const admitted = tickets.filter((ticket) => ticket.admittedAt !== null).length;
  if (admitted === 0) await store.voidTicketsOfOrder(tx, orderId);
  return admitted;
}

/**
 * Locks an order's tickets against check-ins and each other, in id order: from then on nobody can check in with them,
 * and what the caller reads about check-ins stays true.
 */
export function lockTickets(tx: Tx, orderId: string): Promise<void> {
  return store.lockTicketsOfOrder(tx, orderId);
}

/** Voids refunded tickets: their codes are invalid from now on. The caller has locked them. */
export async function voidRefundedTickets(tx: Tx, ticketIds: number[]): Promise<void> {
  await store.markRefunded(tx, ticketIds);
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
export async function listMyTickets({ db, keys }: Deps, person: Principal): Promise<MyTicket[]> {
  const tickets = await store.findTicketsOfPerson(db, person);
  const eventsById = await findEventInfo(db, [...new Set(tickets.map((ticket) => ticket.eventId))]);
  const shown = tickets.flatMap((ticket) => {
    const event = eventsById.get(ticket.eventId);
    if (event === undefined) return [];
    return [
      {
        ...showTicket(ticket, keys["ticket-codes"]),
        orderId: ticket.orderId,
        orderNumber: ticket.orderNumber,
        event: shownAs(MyTicket.shape.event)(event),
        over: event.isOver,
      },
    ];
  });
  shown.sort((a, b) => {
    if (a.over !== b.over) return a.over ? 1 : -1;
    const forward = a.event.startsAt.localeCompare(b.event.startsAt) || a.id - b.id;
    return a.over ? -forward : forward;
  });
  return shown.map(({ over: _, ...ticket }) => ticket);
}
