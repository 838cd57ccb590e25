import { deletedDisplayName } from "#server/modules/accounts/index.ts";
import { findEventHeads } from "#server/modules/events/index.ts";
import type { RecordKeeper } from "#server/platform/personal-records.ts";
import * as store from "./records-store.ts";

/** A person's tickets: for their download, and for leaving. Tickets for nights to come have to be given up by name. */
export const ticketsRecords: RecordKeeper = {
  async read(db, owner) {
    const tickets = await store.findTicketRecords(db, owner);
    const heads = await findEventHeads(db, [...new Set(tickets.map((ticket) => ticket.eventId))]);
    return tickets.map((ticket) => {
      const night = heads.get(ticket.eventId);
      return { ...ticket, event: night === undefined ? null : { title: night.title, startsAt: night.startsAt } };
    });
  },
  async findOpenMatters(db, owner) {
    const ahead = await store.countTicketsAhead(db, owner);
    const heads = await findEventHeads(
      db,
      ahead.map(({ eventId }) => eventId),
    );
    return ahead.map(({ eventId, count }) => {
      const night = heads.get(eventId);
      const when = night === undefined ? {} : { startsAt: night.startsAt, timeZone: night.timeZone };
      return { kind: "tickets", title: night?.title ?? "A night", count, ...when };
    });
  },
  count: store.countTicketsOf,
  move: store.moveTickets,
  forget: (tx, owner) => store.anonymiseTickets(tx, owner, deletedDisplayName),
};
