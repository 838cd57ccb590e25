import type { MyTicket } from "#contract/tickets.ts";
import { hasDate } from "#web/lib/dates.ts";
import { groupBy } from "#web/lib/group-by.ts";

/** One event with all the tickets a person has for it. */
export type EventTickets = { event: MyTicket["event"]; tickets: MyTicket[]; isOver: boolean };

/**
 * Groups tickets by event: upcoming events first, the next on top, then past events, the latest first. Within an event,
 * valid tickets come before checked-in ones, and void ones come last. A postponed event is upcoming, after those with a
 * date, whatever its old date was.
 *
 * @param nowMs the time that the event's end is compared with
 */
export function groupTickets(tickets: MyTicket[], nowMs: number): { upcoming: EventTickets[]; past: EventTickets[] } {
  const all = [...groupBy(tickets, ({ event }) => event.id).values()].map((group) => {
    const { event } = group[0]!;
    group.sort((a, b) => rank(a) - rank(b) || a.id - b.id);
    return { event, tickets: group, isOver: Date.parse(event.endsAt) <= nowMs && hasDate(event) };
  });
  const start = ({ event }: EventTickets) => (hasDate(event) ? Date.parse(event.startsAt) : Number.MAX_SAFE_INTEGER);
  return {
    upcoming: all.filter(({ isOver }) => !isOver).sort((a, b) => start(a) - start(b) || a.event.id - b.event.id),
    past: all.filter(({ isOver }) => isOver).sort((a, b) => start(b) - start(a) || b.event.id - a.event.id),
  };
}

const rank = ({ status, admittedAt }: MyTicket) => (status !== "valid" ? 2 : admittedAt ? 1 : 0);
