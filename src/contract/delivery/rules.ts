import type { TaxedCategory } from "./settings.ts";
import type { ShippingOption } from "./of-order.ts";

/** A shipping rate as stored. Grams and cents; no states: everywhere in the US. */
export interface RateRow {
  id: number;
  name: string;
  states: string[];
  fromGrams: number;
  /** Not included; null: no limit. */
  belowGrams: number | null;
  priceCents: number;
  /** Free from this amount of shipped products on; null: never. */
  freeFromCents: number | null;
}

/** A row of the tax table. `rate` in thousandths of a percent. */
export interface TaxRow {
  state: string;
  zipFrom: string | null;
  zipTo: string | null;
  category: TaxedCategory | null;
  rate: number;
}

/** Where something is taxed. Without a ZIP Code only rows of the whole state count. */
export interface Destination {
  state: string;
  zip: string | null;
}

/** A line of an order, as far as its delivery and tax depend on it. Cents after discounts. */
export interface ParcelLine {
  handling: "none" | "ship" | "digital";
  quantity: number;
  /** Of one unit. */
  weightGrams: number;
  netCents: number;
  /** Null if it isn't taxed. */
  taxCategory: string | null;
}

/** True if something of an order is shipped or handed over. */
export const needsDelivery = (lines: Pick<ParcelLine, "handling">[]): boolean =>
  lines.some(({ handling }) => handling === "ship");

/** What of an order is shipped: its weight, and its price after discounts. */
export function goodsOf(lines: ParcelLine[]): { grams: number; cents: number } {
  const shipped = lines.filter(({ handling }) => handling === "ship");
  return {
    grams: shipped.reduce((sum, { weightGrams, quantity }) => sum + weightGrams * quantity, 0),
    cents: shipped.reduce((sum, { netCents }) => sum + netCents, 0),
  };
}

/** The rates that apply in a state: those that name it, or without any those for everywhere. */
export function ratesOfState<Rate extends Pick<RateRow, "states">>(rates: Rate[], state: string): Rate[] {
  const stateRates = rates.filter(({ states }) => states.includes(state));
  return stateRates.length > 0 ? stateRates : rates.filter(({ states }) => states.length === 0);
}

/** True if a rate is for this weight. */
export const covers = ({ fromGrams, belowGrams }: Pick<RateRow, "fromGrams" | "belowGrams">, grams: number): boolean =>
  grams >= fromGrams && (belowGrams === null || grams < belowGrams);

/** What a rate costs for products of this price: nothing from its free-shipping threshold on. */
export const priceOfRate = ({ priceCents, freeFromCents }: RateRow, goodsCents: number): number =>
  freeFromCents !== null && goodsCents >= freeFromCents ? 0 : priceCents;

/** The ways to ship to a state, the cheapest first; equal ones in the order of the table. */
export function shippingOptions(
  rates: RateRow[],
  state: string,
  goods: { grams: number; cents: number },
): ShippingOption[] {
  return ratesOfState(rates, state)
    .filter((rate) => covers(rate, goods.grams))
    .map((rate) => ({ id: rate.id, name: rate.name, priceCents: priceOfRate(rate, goods.cents) }))
    .toSorted((one, other) => one.priceCents - other.priceCents);
}

/** Cents of products until the first of some rates is free: 0 if one is, null if none ever is. */
export function untilFree(rates: Pick<RateRow, "freeFromCents">[], goodsCents: number): number | null {
  const thresholds = rates.flatMap(({ freeFromCents }) => freeFromCents ?? []);
  return thresholds.length === 0 ? null : Math.max(0, Math.min(...thresholds) - goodsCents);
}

/**
 * The tax rate of a category at a destination, in thousandths of a percent; 0 if no row is about it. The most exact row
 * wins: one with a ZIP range before one of the whole state, then one of the category before one of all.
 */
export function taxRateOf(taxes: TaxRow[], { state, zip }: Destination, category: string): number {
  const exactness = (row: TaxRow) => (row.zipFrom === null ? 0 : 2) + (row.category === null ? 0 : 1);
  const [best] = taxes
    .filter((row) => row.state === state && isInRange(row, zip) && (row.category ?? category) === category)
    .toSorted((one, other) => exactness(other) - exactness(one));
  return best?.rate ?? 0;
}

function isInRange({ zipFrom, zipTo }: TaxRow, zip: string | null): boolean {
  if (zipFrom === null || zipTo === null) return true;
  const digits = zip?.slice(0, 5);
  return digits !== undefined && digits >= zipFrom && digits <= zipTo;
}

/** Tax of an amount, in cents, half a cent rounded up. `rate` in thousandths of a percent. */
export const taxOf = (cents: number, rate: number): number => Math.floor((cents * rate + 50_000) / 100_000);

/** Tax of each line at a destination, and of the shipping, each rounded by itself. Without a destination there is none. */
export function taxParcel(
  taxes: TaxRow[],
  destination: Destination | undefined,
  lines: ParcelLine[],
  shippingCents: number,
): { lineTaxCents: number[]; shippingTaxCents: number } {
  if (destination === undefined) return { lineTaxCents: lines.map(() => 0), shippingTaxCents: 0 };
  const rateOf = (category: string) => taxRateOf(taxes, destination, category);
  return {
    lineTaxCents: lines.map(({ netCents, taxCategory }) =>
      taxCategory === null ? 0 : taxOf(netCents, rateOf(taxCategory)),
    ),
    shippingTaxCents: taxOf(shippingCents, rateOf("shipping")),
  };
}
