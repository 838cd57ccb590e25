import type { Deps } from "#server/platform/deps.ts";
import type { PersonFinder } from "#server/platform/module.ts";
import { readTicketCode } from "./codes.ts";
import { findTicketOwner } from "./records-store.ts";

/** Finds a ticket's owner by what is printed on it: its code as scanned or read aloud, or its number. */
export function ticketPersonFinder({ keys }: Pick<Deps, "keys">): PersonFinder {
  return async (db, q) => {
    const number = /^#?\s?([1-9]\d{0,11})$/.exec(q.trim())?.[1];
    const ticketId = number === undefined ? readTicketCode(q, keys["ticket-codes"])?.ticketId : Number(number);
    return ticketId === undefined ? [] : findTicketOwner(db, ticketId);
  };
}
