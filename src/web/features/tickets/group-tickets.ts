import type { MyTicket } from "#contract/tickets.ts";

/** One night of a person with all the tickets they have for it. */
export type NightTickets = { event: MyTicket["event"]; tickets: MyTicket[]; isOver: boolean };

/**
 * Groups tickets by night: those to come first, the next on top, then those gone by, the latest first. Within a night valid
 * tickets stand before admitted ones, and void ones last.
 *
 * @param nowMs what the night's end is compared with
 */
export function groupTickets(tickets: MyTicket[], nowMs: number): { upcoming: NightTickets[]; past: NightTickets[] } {
  const nights = new Map<number, NightTickets>();
  for (const ticket of tickets) {
    const known = nights.get(ticket.event.id);
    if (known) known.tickets.push(ticket);
    else
      nights.set(ticket.event.id, {
        event: ticket.event,
        tickets: [ticket],
        isOver: Date.parse(ticket.event.endsAt) <= nowMs,
      });
  }
  const all = [...nights.values()];
  for (const night of all) night.tickets.sort((a, b) => rank(a) - rank(b) || a.id - b.id);
  const start = ({ event }: NightTickets) => Date.parse(event.startsAt);
  return {
    upcoming: all.filter(({ isOver }) => !isOver).sort((a, b) => start(a) - start(b) || a.event.id - b.event.id),
    past: all.filter(({ isOver }) => isOver).sort((a, b) => start(b) - start(a) || b.event.id - a.event.id),
  };
}

const rank = ({ status, admittedAt }: MyTicket) => (status !== "valid" ? 2 : admittedAt ? 1 : 0);
