import { expect, test } from "vitest";
import { formatWeight, toGrams, toWeight } from "./weights.ts";

test.each([
  [0, "0 lb"],
  [28, "1 oz"],
  [454, "1 lb"],
  [1000, "2 lb 3.3 oz"],
  [2268, "5 lb"],
])("%i g are %s, and typing that again changes nothing", (grams, text) => {
  expect(formatWeight(grams)).toBe(text);
  expect(toGrams(toWeight(grams), grams)).toBe(grams);
});

test.each([
  ["1", "", 454],
  ["", "8", 227],
  ["2", "4.5", 1035],
  ["", "", 0],
  ["x", "", Number.NaN],
  ["-1", "", Number.NaN],
])("%s lb %s oz are %i g", (pounds, ounces, grams) => {
  expect(toGrams({ pounds, ounces })).toBe(grams);
});
