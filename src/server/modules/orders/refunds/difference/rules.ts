import type { TicketShare } from "../rules.ts";

/** What goes back of one ticket that stays good: fees and tax are parts of the amount. Cents. */
export interface Difference {
  amountCents: number;
  feeCents: number;
  taxCents: number;
}

/**
 * What can go back of a ticket whose place costs less than what is still held for it; undefined where nothing can. The
 * price goes back first, then the fees; tax on top of prices in proportion.
 *
 * @param left what of the ticket's share is still with the house
 * @param placeCents what its place cost when it was moved there, all fees included
 */
export function differenceOf(
  { netCents, feeCents, taxCents }: TicketShare,
  placeCents: number,
): Difference | undefined {
  const heldCents = netCents + feeCents;
  const cents = heldCents - placeCents;
  if (cents <= 0) return undefined;
  const tax = Math.floor((taxCents * cents) / heldCents);
  return { amountCents: cents + tax, feeCents: cents - Math.min(cents, netCents), taxCents: tax };
}
