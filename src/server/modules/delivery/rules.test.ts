import { expect, test } from "vitest";
import { refuseRates, refuseTaxes } from "./table-rules.ts";
import * as rules from "./rules.ts";

const rate = (id: number, wish: Partial<rules.RateRow> = {}): rules.RateRow => ({
  id,
  name: "Ground",
  states: [],
  fromGrams: 0,
  belowGrams: null,
  priceCents: 700,
  freeFromCents: null,
  ...wish,
});
const tax = (wish: Partial<rules.TaxRow>): rules.TaxRow => ({
  state: "NY",
  zipFrom: null,
  zipTo: null,
  category: null,
  rate: 4000,
  ...wish,
});
const light = rate(1, { belowGrams: 1000 });
const heavy = rate(2, { fromGrams: 1000, priceCents: 1200 });
const express = rate(3, { name: "Express", priceCents: 2500 });
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

test.each([
  ["nothing is shipped", [], undefined],
  ["one rate for everything", [rate(1)], undefined],
  ["weights without a gap", [heavy, light], undefined],
  ["a gap", [light, rate(2, { fromGrams: 3000 })], "Rates for everywhere leave a gap between 1,000 and 3,000 g"],
  [
    "a gap in one state",
    [rate(1, { states: ["NY"], belowGrams: 2000 }), rate(2, { states: ["NY"], fromGrams: 3000 })],
    "Rates for NY leave a gap between 2,000 and 3,000 g",
  ],
  [
    "everywhere doesn't fill a state's gap",
    [rate(1), rate(2, { states: ["NY", "NJ"], fromGrams: 500 })],
    "Rates for NJ leave a gap between 0 and 500 g",
  ],
  ["a gap at the top", [light], "Rates for everywhere leave a gap above 1,000 g"],
  ["another option fills it", [light, express], undefined],
  [
    "two prices for one option",
    [light, rate(2, { fromGrams: 500 })],
    "Two Ground rates for everywhere cover 500 g: rates 1 and 2",
  ],
  ["an empty range", [rate(1, { fromGrams: 500, belowGrams: 500 })], "Rate 1 has to end above 500 g"],
])("rates: %s", (_, rates, message) => {
  expect(refuseRates(rates)?.message).toBe(message);
});

const range = (zipFrom: string | null, zipTo: string | null, wish: Partial<rules.TaxRow> = {}) =>
  tax({ zipFrom, zipTo, ...wish });
test.each([
  ["an empty table", [], undefined],
  ["ranges side by side", [range("10001", "10282"), range("10283", "11697"), tax({})], undefined],
  ["a range of one", [range("10001", "10001")], undefined],
  ["one place, two categories", [tax({}), tax({ category: "clothing" })], undefined],
  ["a state twice", [tax({}), tax({ rate: 1 })], "Tax rows 1 and 2 overlap: both are for everything in NY"],
  [
    "ranges that overlap",
    [range("10001", "10282", { category: "clothing" }), tax({}), range("10282", "11697", { category: "clothing" })],
    "Tax rows 1 and 3 overlap: both are for clothing in NY at ZIP Code 10282",
  ],
  [
    "a range within another that isn't next to it",
    [range("10001", "11697"), range("10002", "10003"), range("10100", "10200")],
    "Tax rows 1 and 2 overlap: both are for everything in NY at ZIP Code 10002",
  ],
  ["a ZIP Code of another state", [range("07030", "07040")], "Tax row 1: 07030 isn't in New York"],
  ["a range that ends elsewhere", [range("10001", "90012")], "Tax row 1: 90012 isn't in New York"],
  ["a range backwards", [range("10282", "10001")], "Tax row 1 ends before it starts"],
  ["half a range", [range("10001", null)], "Tax row 1 needs the last ZIP Code of its range"],
])("taxes: %s", (_, taxes, message) => {
  expect(refuseTaxes(taxes)?.message).toBe(message);
});
