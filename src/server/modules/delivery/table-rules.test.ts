import { expect, test } from "vitest";
import type * as rules from "#contract/delivery/rules.ts";
import { refuseRates, refuseTaxes } from "./table-rules.ts";
import { express, heavy, light, rate, tax } from "#testing/delivery-rows.ts";

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
