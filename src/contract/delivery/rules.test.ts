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
  expect(rules.taxRateOf(table, { state, zip }, category)).toBe(expected);
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
  const line = (netCents: number, taxCategory: string | null) => ({
    handling: "ship" as const,
    quantity: 1,
    weightGrams: 100,
    netCents,
    taxCategory,
  });
  const lines = [line(1006, "general"), line(1006, "general"), line(9000, null)];
  const place = { state: "NJ", zip: "07030" };
  expect(rules.taxParcel(table, place, lines, 700)).toEqual({ lineTaxCents: [67, 67, 0], shippingTaxCents: 46 });
  expect(rules.taxParcel(table, undefined, lines, 700)).toEqual({ lineTaxCents: [0, 0, 0], shippingTaxCents: 0 });
});
