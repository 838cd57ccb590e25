import type { MyTicket } from "#contract/tickets.ts";

/** One event with all the tickets a person has for it. */
export type EventTickets = { event: MyTicket["event"]; tickets: MyTicket[]; isOver: boolean };

/**
 * Groups tickets by event: upcoming events first, the next on top, then past events, the latest first. Within an event,
 * valid tickets come before checked-in ones, and void ones come last.
 *
 * @param nowMs the time that the event's end is compared with
 */
export function groupTickets(tickets: MyTicket[], nowMs: number): { upcoming: EventTickets[]; past: EventTickets[] } {
  const groups = new Map<number, EventTickets>();
  for (const ticket of tickets) {
    const known = groups.get(ticket.event.id);
    if (known) known.tickets.push(ticket);
    else
      groups.set(ticket.event.id, {
        event: ticket.event,
        tickets: [ticket],
        isOver: Date.parse(ticket.event.endsAt) <= nowMs,
      });
  }
  const all = [...groups.values()];
  for (const group of all) group.tickets.sort((a, b) => rank(a) - rank(b) || a.id - b.id);
  const start = ({ event }: EventTickets) => Date.parse(event.startsAt);
  return {
    upcoming: all.filter(({ isOver }) => !isOver).sort((a, b) => start(a) - start(b) || a.event.id - b.event.id),
    past: all.filter(({ isOver }) => isOver).sort((a, b) => start(b) - start(a) || b.event.id - a.event.id),
  };
}

const rank = ({ status, admittedAt }: MyTicket) => (status !== "valid" ? 2 : admittedAt ? 1 : 0);
