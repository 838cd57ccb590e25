import { z } from "zod";
import { Cents } from "../shapes.ts";

/**
 * Who pays an event's fees. `absorbed`: the organizer; buyers pay the set prices and see no fee. `passed_on`: buyers; a
 * percentage of the set price and an amount per ticket are added, and are included in the first price shown. `by_type`:
 * each ticket type sets its own fee.
 */
export const FeeRule = z.discriminatedUnion("kind", [
  z.strictObject({ kind: z.literal("by_type") }),
  z.strictObject({ kind: z.literal("absorbed") }),
  z.strictObject({
    kind: z.literal("passed_on"),
    /** Hundredths of a percent: 250 is 2.5%. */
    percentHundredths: z.int().min(0).max(5000),
    /** Per ticket; a package has several. */
    ticketCents: Cents.max(100_000),
  }),
]);
export type FeeRule = z.infer<typeof FeeRule>;

/** A price that buyers see, and the fee in it. */
export interface FeePrice {
  priceCents: number;
  feeCents: number;
}

/** The price of a unit under a rule, given what the organizer gets. Half cents round up. */
export function withFees(setCents: number, ticketsPerUnit: number, rule: FeeRule): FeePrice {
  if (rule.kind !== "passed_on") return { priceCents: setCents, feeCents: 0 };
  const feeCents = Math.round((setCents * rule.percentHundredths) / 10_000) + rule.ticketCents * ticketsPerUnit;
  return { priceCents: setCents + feeCents, feeCents };
}

/** The same price under another rule: what the organizer gets stays the same. Under `by_type` nothing changes. */
export function repriced({ priceCents, feeCents }: FeePrice, ticketsPerUnit: number, rule: FeeRule): FeePrice {
  if (rule.kind === "by_type") return { priceCents, feeCents };
  return withFees(priceCents - feeCents, ticketsPerUnit, rule);
}
