import { deletedDisplayName } from "#server/modules/accounts/index.ts";
import { findEventInfo } from "#server/modules/events/index.ts";
import type { RecordSource } from "#server/platform/personal-records.ts";
import * as store from "./records-store.ts";
import { findTicketOwner } from "./records-store.ts";
import type { Deps } from "#server/platform/deps.ts";
import type { PersonFinder } from "#server/platform/module-parts.ts";
import { readTicketCode } from "./codes.ts";

/**
 * A person's tickets, for their data download and for deleting their account. They must explicitly give up tickets to
 * upcoming events.
 */
export const ticketsRecords: RecordSource = {
  async read(db, owner) {
    const tickets = await store.findTicketRecords(db, owner);
    const eventsById = await findEventInfo(db, [...new Set(tickets.map((ticket) => ticket.eventId))]);
    return tickets.map((ticket) => {
      const event = eventsById.get(ticket.eventId);
      return { ...ticket, event: event === undefined ? null : { title: event.title, startsAt: event.startsAt } };
    });
  },
  async findOpenMatters(db, owner) {
    const ahead = await store.countTicketsAhead(db, owner);
    const eventsById = await findEventInfo(
      db,
      ahead.map(({ eventId }) => eventId),
    );
    return ahead.map(({ eventId, count }) => {
      const event = eventsById.get(eventId);
      const when = event === undefined ? {} : { startsAt: event.startsAt, timeZone: event.timeZone };
      return { kind: "tickets", title: event?.title ?? "An event", count, ...when };
    });
  },
  count: store.countTicketsOf,
  move: store.moveTickets,
  forget: (tx, owner) => store.anonymiseTickets(tx, owner, deletedDisplayName),
};

/** Finds a ticket's owner by what is printed on it: its code as scanned or read aloud, or its number. */
export function ticketPersonFinder({ keys }: Pick<Deps, "keys">): PersonFinder {
  return async (db, q) => {
    const number = /^#?\s?([1-9]\d{0,11})$/.exec(q.trim())?.[1];
    const ticketId = number === undefined ? readTicketCode(q, keys["ticket-codes"])?.ticketId : Number(number);
    return ticketId === undefined ? [] : findTicketOwner(db, ticketId);
  };
}
