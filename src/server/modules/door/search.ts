import type { DoorTicket } from "#contract/door/door.ts";
import { findDoorEvents, findEventInfo } from "#server/modules/events/index.ts";
import { formatDay } from "#server/platform/format.ts";
import type { SearchSource } from "#server/platform/module-parts.ts";
import { wordsOf } from "#server/platform/db/word-search.ts";
import { requireFound } from "#server/platform/app-error.ts";
import type { Deps } from "#server/platform/deps.ts";
import { searchDoorTickets, type DoorTicketRow } from "./store.ts";

const maxShown = 20;

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
  const rows = await searchDoorTickets(db, eventId, q, maxShown + 1);
  return { items: rows.slice(0, maxShown).map(toDoorTicket), isMore: rows.length > maxShown };
}

/** A ticket as staff at the door see it. */
export function toDoorTicket({ ticketStatus, isFrozen, isStreamPass, admittedAt, ...row }: DoorTicketRow): DoorTicket {
  const status =
    ticketStatus !== "valid"
      ? ticketStatus
      : admittedAt !== null
        ? "in"
        : isFrozen
          ? "on_hold"
          : isStreamPass
            ? "stream_pass"
            : "valid";
  return { ...row, status, admittedAt: admittedAt?.toISOString() ?? null };
}

/** What all staff find: the events that they can scan for. */
export const doorSearch = (deps: Deps): SearchSource => ({
  kind: "check-in",
  label: "Check-in",
  access: "moderator",
  async find(q, limit) {
    const words = wordsOf(q);
    const events = (await findDoorEvents(deps.db)).filter(({ title, venue }) => {
      const text = wordsOf(`${title} ${venue.name}`);
      return words.every((word) => text.some((each) => each.startsWith(word)));
    });
    return {
      total: events.length,
      hits: events.slice(0, limit).map(({ id, title, startsAt, timeZone, venue }) => ({
        path: `/ticket-scanner?event=${id}`,
        title,
        detail: `Scanner · ${formatDay(startsAt, timeZone)} · ${venue.name}`,
        picture: null,
        isPast: false,
      })),
    };
  },
});
