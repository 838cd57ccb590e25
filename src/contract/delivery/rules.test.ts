import fc from "fast-check";
import { expect, test } from "vitest";
import * as rules from "./rules.ts";
import { express, heavy, light, rate, tax } from "#testing/delivery-rows.ts";

const hawaii = rate(4, { states: ["HI", "AK"], priceCents: 3000 });
const free = rate(5, { name: "Saver", priceCents: 900, freeFromCents: 10_000 });

test.each([
  ["the lighter rate ends below its upper weight", [light, heavy], "NY", 999, 0, [[1, 700]]],
  ["the heavier one starts at its lower weight", [light, heavy], "NY", 1000, 0, [[2, 1200]]],
  [
    "several options, the cheapest first",
    [express, light, heavy],
    "NY",
    1500,
    0,
    [
      [2, 1200],
      [3, 2500],
    ],
  ],
  ["a state's own rates replace those for everywhere", [express, hawaii, light], "HI", 10, 0, [[4, 3000]]],
  ["others keep those for everywhere", [hawaii, heavy, light], "NJ", 10, 0, [[1, 700]]],
  ["without any rate nothing is shipped", [hawaii], "NY", 10, 0, []],
  ["one cent below the threshold costs", [free], "NY", 10, 9999, [[5, 900]]],
  ["the threshold itself is free", [free], "NY", 10, 10_000, [[5, 0]]],
  [
    "a free option comes first",
    [light, free],
    "NY",
    10,
    10_000,
    [
      [5, 0],
      [1, 700],
    ],
  ],
] as const)("%s", (_, rates, state, grams, cents, expected) => {
  const options = rules.shippingOptions([...rates], state, { grams, cents });
  expect(options.map(({ id, priceCents }) => [id, priceCents])).toEqual(expected);
});

test.each([
  [[light], 500, null],
  [[light, free], 500, 9500],
  [[free], 10_000, 0],
  [[free, rate(6, { freeFromCents: 5000 })], 4000, 1000],
])("shipping of %o for %i is free after %s more", (rates, cents, expected) => {
  expect(rules.untilFree(rates, cents)).toBe(expected);
});

const table = [
  tax({ rate: 4000 }),
  tax({ category: "clothing", rate: 0 }),
  tax({ zipFrom: "10001", zipTo: "11697", rate: 8875 }),
  tax({ zipFrom: "10001", zipTo: "11697", category: "shipping", rate: 1000 }),
  tax({ state: "NJ", rate: 6625 }),
];
test.each([
  ["NY", "12207", "general", 4000],
  ["NY", "12207", "clothing", 0],
  ["NY", null, "general", 4000],
  ["NY", "11231", "general", 8875],
  ["NY", "11231-4567", "general", 8875],
  ["NY", "10001", "general", 8875],
  ["NY", "11697", "general", 8875],
  ["NY", "11698", "general", 4000],
  // A ZIP range counts more than a category.
  ["NY", "11231", "clothing", 8875],
  ["NY", "11231", "shipping", 1000],
  ["NY", "12207", "shipping", 4000],
  ["NJ", "07030", "clothing", 6625],
  ["OR", "97201", "general", 0],
])("%s %s: %s is taxed with %i", (state, zip, category, expected) => {
  expect(rules.taxRateOf(table, { state, zip }, category, { cents: 100, units: 1 })).toBe(expected);
});

test.each([
  [1000, 8875, 89],
  [1000, 8849, 88],
  [100, 8500, 9],
  [100, 8499, 8],
  [3000, 0, 0],
  [0, 8875, 0],
  [50_000_000, 30_000, 15_000_000],
])("tax of %i cents with %i is %i, half a cent rounded up", (cents, thousandths, expected) => {
  expect(rules.taxOf(cents, thousandths)).toBe(expected);
});

test("each line is rounded by itself, tickets aren't taxed, and without a destination nothing is", () => {
  const line = (unitCents: number, taxCategory: string | null) => parcelLine({ unitCents, taxCategory });
  const lines = [line(1006, "general"), line(1006, "general"), line(9000, null)];
  const place = { state: "NJ", zip: "07030" };
  expect(rules.taxParcel(table, place, lines, 700)).toEqual({ lineTaxCents: [67, 67, 0], shippingTaxCents: 46 });
  expect(rules.taxParcel(table, undefined, lines, 700)).toEqual({ lineTaxCents: [0, 0, 0], shippingTaxCents: 0 });
});

/** New York's clothing: free of tax under $110 a unit after its discount. */
const clothing = [tax({ rate: 8875 }), tax({ category: "clothing", rate: 8875, freeBelowCents: 11_000 })];
const albany = { state: "NY", zip: "12207" };
const parcelLine = (wish: Partial<rules.ParcelLine>): rules.ParcelLine => ({
  handling: "ship",
  quantity: 1,
  weightGrams: 100,
  unitCents: 0,
  discountCents: 0,
  discountedUnits: 0,
  taxCategory: "clothing",
  ...wish,
});

test.each([
  ["one at $109.99 is free", { unitCents: 10_999 }, 0],
  ["one at $110.00 is taxed", { unitCents: 11_000 }, 976],
  ["two at $60 are free: the price of a unit counts", { unitCents: 6000, quantity: 2 }, 0],
  ["two at $110 are taxed", { unitCents: 11_000, quantity: 2 }, 1953],
  [
    "one at $120 with a 10% code costs $108 and is free",
    { unitCents: 12_000, discountCents: 1200, discountedUnits: 1 },
    0,
  ],
  [
    "two that share a discount to $109.995 each are free, whichever of them the odd cent is on",
    { unitCents: 12_000, quantity: 2, discountCents: 2001, discountedUnits: 2 },
    0,
  ],
  [
    "two that share one to $110 each are taxed",
    { unitCents: 12_000, quantity: 2, discountCents: 2000, discountedUnits: 2 },
    1953,
  ],
  [
    "of two at $115, a code for one unit makes only that one free",
    { unitCents: 11_500, quantity: 2, discountCents: 1150, discountedUnits: 1 },
    1021,
  ],
  ["other goods are taxed at any price", { unitCents: 6000, taxCategory: "general" }, 533],
  ["a gift costs nothing", { unitCents: 6000, discountCents: 6000, discountedUnits: 1 }, 0],
] as const)("a price under which clothing is free of tax: %s", (_, wish, expected) => {
  expect(rules.taxParcel(clothing, albany, [parcelLine(wish)], 0).lineTaxCents).toEqual([expected]);
});

test("a row for everything frees its items under the price, and never the shipping", () => {
  const all = [tax({ rate: 8875, freeBelowCents: 11_000 })];
  expect(rules.taxParcel(all, albany, [parcelLine({ unitCents: 10_000 })], 700)).toEqual({
    lineTaxCents: [0],
    shippingTaxCents: 62,
  });
});

test("a more exact row without such a price taxes everything, as in counties that don't take part", () => {
  const county = [...clothing, tax({ category: "clothing", zipFrom: "10501", zipTo: "10598", rate: 4375 })];
  const line = parcelLine({ unitCents: 6000 });
  expect(rules.taxParcel(county, { state: "NY", zip: "10504" }, [line], 0).lineTaxCents).toEqual([263]);
  expect(rules.taxParcel(county, albany, [line], 0).lineTaxCents).toEqual([0]);
});

test("tax by line is what counting unit by unit, in exact fractions, comes to", () => {
  const lines = fc.record({
    unitCents: fc.oneof(fc.integer({ min: 0, max: 30_000 }), fc.integer({ min: 10_900, max: 12_300 })),
    quantity: fc.integer({ min: 1, max: 12 }),
    discounted: fc.nat({ max: 12 }),
    percent: fc.integer({ min: 0, max: 100 }),
    thousandths: fc.integer({ min: 0, max: 30_000 }),
    freeBelowCents: fc.option(fc.integer({ min: 1, max: 20_000 })),
  });
  fc.assert(
    fc.property(lines, ({ unitCents, quantity, discounted, percent, thousandths, freeBelowCents }) => {
      const discountedUnits = Math.min(discounted, quantity);
      const discountCents = Math.floor((unitCents * discountedUnits * percent) / 100);
      // Every unit by itself, in fractions of a cent with the same denominator, so that nothing is rounded.
      const parts = BigInt(Math.max(1, discountedUnits));
      const units = Array.from({ length: quantity }, (_, index) =>
        index < discountedUnits ? BigInt(unitCents) * parts - BigInt(discountCents) : BigInt(unitCents) * parts,
      );
      const taxed = units.filter((price) => freeBelowCents === null || price >= BigInt(freeBelowCents) * parts);
      const amount = (taxed.reduce((sum, price) => sum + price, 0n) / parts) * BigInt(thousandths);
      const expected = Number((amount + 50_000n) / 100_000n);
      const row = tax({ category: "clothing", rate: thousandths, freeBelowCents });
      const line = parcelLine({ unitCents, quantity, discountCents, discountedUnits });
      expect(rules.taxParcel([row], albany, [line], 0).lineTaxCents).toEqual([expected]);
    }),
  );
});
