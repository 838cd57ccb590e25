import { sql } from "kysely";
import { inTransaction, type Database } from "#server/platform/db/database.ts";

/** Shipping over this is free in most places. */
const freeFromCents = 12_000;

/** A shipping rate. Grams; `belowGrams` is not included, null is no limit. */
export interface Rate {
  name: string;
  /** Empty: everywhere in the US. */
  states: string[];
  fromGrams: number;
  belowGrams: number | null;
  priceCents: number;
  freeFromCents: number | null;
}

/** The prices of an option for light, middle and heavy parcels. */
const option = (
  name: string,
  states: string[],
  prices: [light: number, middle: number, heavy: number],
  isEverFree: boolean,
): Rate[] => {
  // One and four pounds.
  const weights = [0, 454, 1814];
  return prices.map((priceCents, index) => ({
    name,
    states,
    fromGrams: weights[index]!,
    belowGrams: weights[index + 1] ?? null,
    priceCents,
    freeFromCents: isEverFree ? freeFromCents : null,
  }));
};

const overseas = ["AK", "HI", "PR", "VI", "GU", "AS", "MP"];

/** What the demo brand charges for shipping. */
export const demoRates: Rate[] = [
  ...option("Standard, 3 to 6 days", [], [550, 850, 1450], true),
  ...option("Express, 2 days", [], [1800, 2400, 3600], false),
  ...option("Priority, 4 to 8 days", overseas, [1150, 1750, 3200], false),
];

interface Tax {
  state: string;
  zips?: [from: string, to: string];
  category?: "clothing" | "general" | "media" | "digital" | "shipping";
  percent: number;
}

/** Combined rates as they could be where the brand's events are. Clothing is exempt in three of these states. */
const taxes: Tax[] = [
  { state: "NY", percent: 8 },
  { state: "NY", zips: ["10001", "10499"], percent: 8.875 },
  { state: "NY", zips: ["11201", "11697"], percent: 8.875 },
  { state: "NY", category: "digital", percent: 0 },
  { state: "NJ", percent: 6.625 },
  { state: "NJ", category: "clothing", percent: 0 },
  { state: "PA", percent: 6 },
  { state: "PA", category: "clothing", percent: 0 },
  { state: "MA", percent: 6.25 },
  { state: "MA", category: "clothing", percent: 0 },
  { state: "MA", category: "shipping", percent: 0 },
  { state: "DC", percent: 6 },
  { state: "MD", percent: 6 },
  { state: "MD", category: "shipping", percent: 0 },
  { state: "FL", percent: 7 },
  { state: "FL", category: "digital", percent: 0 },
  { state: "FL", category: "shipping", percent: 0 },
  { state: "GA", percent: 8.9 },
  { state: "TX", percent: 8.25 },
  { state: "CA", percent: 9.5 },
  { state: "CA", category: "digital", percent: 0 },
  { state: "CA", category: "shipping", percent: 0 },
];

/**
 * Fills in what shipping costs, and sales tax, as the demo brand's staff would.
 *
 * @returns the rates with their ids
 */
export function stageDelivery(db: Database): Promise<(Rate & { id: number })[]> {
  return inTransaction(db, async (tx) => {
    const staged: (Rate & { id: number })[] = [];
    for (const [position, rate] of demoRates.entries()) {
      const { rows } = await sql<{ id: number }>`
        insert into shipping_rates (name, states, from_grams, below_grams, price_cents, free_from_cents, position)
        values (${rate.name}, ${rate.states}, ${rate.fromGrams}, ${rate.belowGrams}, ${rate.priceCents},
          ${rate.freeFromCents}, ${position}) returning id`.execute(tx);
      staged.push({ ...rate, id: rows[0]!.id });
    }
    for (const { state, zips = [null, null], category = null, percent } of taxes) {
      await sql`
        insert into tax_rates (state, zip_from, zip_to, category, rate)
        values (${state}, ${zips[0]}, ${zips[1]}, ${category}, ${Math.round(percent * 1000)})`.execute(tx);
    }
    return staged;
  });
}
