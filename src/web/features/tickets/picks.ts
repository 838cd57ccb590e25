import type { TicketType } from "#contract/events/events.ts";
import { useEffect, useEffectEvent, useState } from "react";
import { ticketsHash } from "#web/lib/paths.ts";
import { dropStorage, readStorage, writeStorage } from "#web/lib/safe-storage.ts";

/**
 * What a visitor selected, by ticket type. `amountCents` is their price for one pay-what-you-want unit; `isUnclear` while
 * the text they typed is not a valid amount.
 */
export type Pick = { quantity: number; amountCents?: number; isUnclear?: boolean };
export type Picks = Readonly<Record<number, Pick>>;

export type Line = { type: TicketType; quantity: number; unitCents: number };

/** The most units of a ticket type that one order can take now; 0 if none can be bought. */
export function maxUnits({ status, maxPerOrder, minPerOrder, available }: TicketType): number {
  if (status !== "on_sale") return 0;
  const max = Math.min(maxPerOrder, available ?? maxPerOrder);
  return max < minPerOrder ? 0 : max;
}

/** The price of one unit for this buyer, in cents with all fees. */
export function unitCents(type: TicketType, amountCents?: number): number {
  return type.pricing === "open" ? (amountCents ?? type.minimumCents ?? 0) : type.priceCents;
}

/** The selected lines in the event's order; a quantity never exceeds what can be bought now. */
export function linesOf(types: TicketType[], picks: Picks): Line[] {
  return types.flatMap((type) => {
    const pick = picks[type.id];
    const quantity = Math.min(pick?.quantity ?? 0, maxUnits(type));
    return quantity > 0 ? [{ type, quantity, unitCents: unitCents(type, pick?.amountCents) }] : [];
  });
}

export const totalOf = (lines: Line[]) =>
  lines.reduce((sum, { quantity, unitCents: cents }) => sum + quantity * cents, 0);

/** How many people the lines admit: a table for four counts as four. */
export const admitsOf = (lines: Line[]) =>
  lines.reduce((sum, { quantity, type }) => sum + quantity * type.ticketsPerUnit, 0);

/** What a visitor who came to buy starts with: the first ticket type on sale, once or as often as it must be bought. */
export function firstPick(types: TicketType[]): Picks {
  const type = types.find((candidate) => maxUnits(candidate) > 0 && candidate.pricing !== "open");
  return type ? { [type.id]: { quantity: Math.max(1, type.minPerOrder) } } : {};
}

const keyOf = (eventId: number) => `sg:picks:${eventId}`;

function readPicks(eventId: number): Picks {
  try {
    const value: unknown = JSON.parse(readStorage(keyOf(eventId), "session") ?? "{}");
    return typeof value === "object" && value !== null ? (value as Picks) : {};
  } catch {
    return {};
  }
}

/**
 * The selection for one event. It survives going to checkout and back, for as long as the tab is open. A visitor who
 * followed a link to the tickets themselves ("Get tickets") starts with one.
 */
export function usePicks({ id: eventId, ticketTypes }: { id: number; ticketTypes: TicketType[] }) {
  const [picks, setPicks] = useState<Picks>({});
  const start = useEffectEvent(() => {
    const kept = readPicks(eventId);
    const isNew = Object.keys(kept).length === 0 && window.location.hash === ticketsHash;
    setPicks(isNew ? firstPick(ticketTypes) : kept);
  });
  useEffect(() => start(), [eventId]);

  function pick(typeId: number, change: Partial<Pick>) {
    setPicks((now) => {
      const next = { ...now, [typeId]: { quantity: 0, ...now[typeId], ...change } };
      writeStorage(
        keyOf(eventId),
        JSON.stringify(next, (name, value: unknown) => (name === "isUnclear" ? undefined : value)),
        "session",
      );
      return next;
    });
  }
  return { picks, pick };
}

export const forgetPicks = (eventId: number) => dropStorage(keyOf(eventId), "session");
