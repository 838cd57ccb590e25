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

/** A row of the tax table. `rate` in thousandths of a percent; `freeBelowCents`: see `TaxRate`. */
export interface TaxRow {
  state: string;
  zipFrom: string | null;
  zipTo: string | null;
  category: TaxedCategory | null;
  rate: number;
  freeBelowCents: number | null;
}

/** Where something is taxed. Without a ZIP Code only rows of the whole state count. */
export interface Destination {
  state: string;
  zip: string | null;
}

/** A line of an order, as far as its delivery and tax depend on it. */
export interface ParcelLine {
  handling: "none" | "ship" | "digital";
  quantity: number;
  /** Of one unit. */
  weightGrams: number;
  /** Cents of one unit, before discounts. */
  unitCents: number;
  /** The line's discount in cents, and how many of its units share it evenly. */
  discountCents: number;
  discountedUnits: number;
  /** Null if it isn't taxed. */
  taxCategory: string | null;
}

/** What a line costs after its discount, in cents. */
const netOf = ({ quantity, unitCents, discountCents }: ParcelLine): number => quantity * unitCents - discountCents;

/** True if something of an order is shipped or handed over. */
export const needsDelivery = (lines: Pick<ParcelLine, "handling">[]): boolean =>
  lines.some(({ handling }) => handling === "ship");

/** What of an order is shipped: its weight, and its price after discounts. */
export function goodsOf(lines: ParcelLine[]): { grams: number; cents: number } {
  const shipped = lines.filter(({ handling }) => handling === "ship");
  return {
    grams: shipped.reduce((sum, { weightGrams, quantity }) => sum + weightGrams * quantity, 0),
    cents: shipped.reduce((sum, line) => sum + netOf(line), 0),
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
 * The row of a tax table that is for a category at a destination; undefined if none is. The most exact row wins: one with
 * a ZIP range before one of the whole state, then one of the category before one of all.
 */
function findTaxRow(taxes: TaxRow[], { state, zip }: Destination, category: string): TaxRow | undefined {
  const exactness = (row: TaxRow) => (row.zipFrom === null ? 0 : 2) + (row.category === null ? 0 : 1);
  return taxes
    .filter((row) => row.state === state && isInRange(row, zip) && (row.category ?? category) === category)
    .toSorted((one, other) => exactness(other) - exactness(one))[0];
}

/**
 * The tax rate of an item or of shipping at a destination, in thousandths of a percent; 0 if no row is about it, or if it
 * costs less than what the row taxes. Shipping is taxed at any price.
 *
 * @param price what `units` of it cost together after discounts, in cents; a unit's price is the exact share
 */
export function taxRateOf(
  taxes: TaxRow[],
  destination: Destination,
  category: string,
  price: { cents: number; units: number },
): number {
  const row = findTaxRow(taxes, destination, category);
  if (row === undefined) return 0;
  const isFree =
    category !== "shipping" && row.freeBelowCents !== null && price.cents < row.freeBelowCents * price.units;
  return isFree ? 0 : row.rate;
}

function isInRange({ zipFrom, zipTo }: TaxRow, zip: string | null): boolean {
  if (zipFrom === null || zipTo === null) return true;
  const digits = zip?.slice(0, 5);
  return digits !== undefined && digits >= zipFrom && digits <= zipTo;
}

/** Tax of an amount, in cents, half a cent rounded up. `rate` in thousandths of a percent. */
export const taxOf = (cents: number, rate: number): number => Math.floor((cents * rate + 50_000) / 100_000);

/** The units of a line that share its discount, and the others: those of a group all cost the same. */
function priceGroups({ quantity, unitCents, discountCents, discountedUnits }: ParcelLine) {
  const others = quantity - discountedUnits;
  return [
    { units: discountedUnits, cents: discountedUnits * unitCents - discountCents },
    { units: others, cents: others * unitCents },
  ];
}

/**
 * Tax of each line at a destination, and of the shipping, each rounded by itself. Without a destination there is none.
 * Units that share a discount share it to fractions of a cent, so no unit is taxed because of an odd cent.
 */
export function taxParcel(
  taxes: TaxRow[],
  destination: Destination | undefined,
  lines: ParcelLine[],
  shippingCents: number,
): { lineTaxCents: number[]; shippingTaxCents: number } {
  if (destination === undefined) return { lineTaxCents: lines.map(() => 0), shippingTaxCents: 0 };
  const lineTax = (line: ParcelLine, category: string) => {
    const taxed = priceGroups(line).map((group) => ({
      ...group,
      rate: taxRateOf(taxes, destination, category, group),
    }));
    const rate = Math.max(...taxed.map((group) => group.rate));
    return taxOf(
      taxed.reduce((sum, group) => sum + (group.rate > 0 ? group.cents : 0), 0),
      rate,
    );
  };
  return {
    lineTaxCents: lines.map((line) => (line.taxCategory === null ? 0 : lineTax(line, line.taxCategory))),
    shippingTaxCents: taxOf(
      shippingCents,
      taxRateOf(taxes, destination, "shipping", { cents: shippingCents, units: 1 }),
    ),
  };
}
