import type { TicketShare } from "../rules.ts";

/** What is refunded for one ticket that stays valid; the amount includes fees and tax. Cents. */
export interface Difference {
  amountCents: number;
  feeCents: number;
  taxCents: number;
}

/**
 * The price difference that can be refunded for a ticket whose type costs less than what is still held for it;
 * undefined if none. The price is refunded first, then the fees; tax on top of prices in proportion.
 *
 * @param left what the organizer still holds of the ticket's share
 * @param spotCents what its type cost when the ticket was moved there, all fees included
 */
export function differenceOf({ netCents, feeCents, taxCents }: TicketShare, spotCents: number): Difference | undefined {
  const heldCents = netCents + feeCents;
  const cents = heldCents - spotCents;
  if (cents <= 0) return undefined;
  const tax = Math.floor((taxCents * cents) / heldCents);
  return { amountCents: cents + tax, feeCents: cents - Math.min(cents, netCents), taxCents: tax };
}
