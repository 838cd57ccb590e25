import type { TicketType } from "#contract/events.ts";

/**
 * What a visitor selected, by ticket type. `amountCents` is their price for one pay-what-you-want unit; `isUnclear` while
 * the text they typed is not a valid amount.
 */
export type Pick = { quantity: number; amountCents?: number; isUnclear?: boolean };
export type Picks = Readonly<Record<number, Pick>>;

export type Line = { type: TicketType; quantity: number; unitCents: number };

/** The most units of a ticket type that one order can take now; 0 if none can be bought. */
export function mostUnits({ status, maxPerOrder, minPerOrder, available }: TicketType): number {
  if (status !== "on_sale") return 0;
  const most = Math.min(maxPerOrder, available ?? maxPerOrder);
  return most < minPerOrder ? 0 : most;
}

/** The price of one unit for this buyer, in cents with all fees. */
export function unitCents(type: TicketType, amountCents?: number): number {
  return type.pricing === "open" ? (amountCents ?? type.minimumCents ?? 0) : type.priceCents;
}

/** The selected lines in the event's order; a quantity never exceeds what can be bought now. */
export function linesOf(types: TicketType[], picks: Picks): Line[] {
  return types.flatMap((type) => {
    const pick = picks[type.id];
    const quantity = Math.min(pick?.quantity ?? 0, mostUnits(type));
    return quantity > 0 ? [{ type, quantity, unitCents: unitCents(type, pick?.amountCents) }] : [];
  });
}

export const totalOf = (lines: Line[]) =>
  lines.reduce((sum, { quantity, unitCents: cents }) => sum + quantity * cents, 0);

/** How many people the lines admit: a table for four counts as four. */
export const admitsOf = (lines: Line[]) =>
  lines.reduce((sum, { quantity, type }) => sum + quantity * type.ticketsPerUnit, 0);
