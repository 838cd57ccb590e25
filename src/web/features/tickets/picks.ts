import type { TicketType } from "#contract/events.ts";

/**
 * What a visitor has chosen, by ticket type. `amountCents` is what they give for one unit of an open price; `isUnclear` while what they
 * typed there is no such amount.
 */
export type Pick = { quantity: number; amountCents?: number; isUnclear?: boolean };
export type Picks = Readonly<Record<number, Pick>>;

export type Line = { type: TicketType; quantity: number; unitCents: number };

/** Most units of a type that one order can take right now; 0 where nothing can be bought. */
export function mostUnits({ status, maxPerOrder, minPerOrder, available }: TicketType): number {
  if (status !== "on_sale") return 0;
  const most = Math.min(maxPerOrder, available ?? maxPerOrder);
  return most < minPerOrder ? 0 : most;
}

/** What one unit costs this buyer, in cents with all fees. */
export function unitCents(type: TicketType, amountCents?: number): number {
  return type.pricing === "open" ? (amountCents ?? type.minimumCents ?? 0) : type.priceCents;
}

/** The chosen lines in the night's order; a quantity never exceeds what can be bought now. */
export function linesOf(types: TicketType[], picks: Picks): Line[] {
  return types.flatMap((type) => {
    const pick = picks[type.id];
    const quantity = Math.min(pick?.quantity ?? 0, mostUnits(type));
    return quantity > 0 ? [{ type, quantity, unitCents: unitCents(type, pick?.amountCents) }] : [];
  });
}

export const totalOf = (lines: Line[]) =>
  lines.reduce((sum, { quantity, unitCents: cents }) => sum + quantity * cents, 0);

/** How many people the lines let in: a table for four counts four. */
export const admitsOf = (lines: Line[]) =>
  lines.reduce((sum, { quantity, type }) => sum + quantity * type.ticketsPerUnit, 0);
