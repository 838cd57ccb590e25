import { z } from "zod";
import { Cents } from "./shapes.ts";

/**
 * Who carries a night's fees. `absorbed`: the house; guests pay the prices as they are set, and no fee is named.
 * `passed_on`: guests; a percentage of the set price and an amount for each ticket come on top, and are part of the price
 * that is shown first. `by_type`: each ticket type says its own share.
 */
export const FeeRule = z.discriminatedUnion("kind", [
  z.strictObject({ kind: z.literal("by_type") }),
  z.strictObject({ kind: z.literal("absorbed") }),
  z.strictObject({
    kind: z.literal("passed_on"),
    /** Hundredths of a percent: 250 is 2.5 %. */
    percentHundredths: z.int().min(0).max(5000),
    /** For each ticket; a package has several. */
    ticketCents: Cents.max(100_000),
  }),
]);
export type FeeRule = z.infer<typeof FeeRule>;

/** A price that guests see, and the share of it that is fee. */
export interface FeePrice {
  priceCents: number;
  feeCents: number;
}

/** What a unit costs under a rule, given what the house wants for it. Halves of a cent are rounded up. */
export function withFees(setCents: number, ticketsPerUnit: number, rule: FeeRule): FeePrice {
  if (rule.kind !== "passed_on") return { priceCents: setCents, feeCents: 0 };
  const feeCents = Math.round((setCents * rule.percentHundredths) / 10_000) + rule.ticketCents * ticketsPerUnit;
  return { priceCents: setCents + feeCents, feeCents };
}

/** The same price under a rule: what the house wants for it stays. Under `by_type` nothing changes. */
export function repriced({ priceCents, feeCents }: FeePrice, ticketsPerUnit: number, rule: FeeRule): FeePrice {
  if (rule.kind === "by_type") return { priceCents, feeCents };
  return withFees(priceCents - feeCents, ticketsPerUnit, rule);
}
