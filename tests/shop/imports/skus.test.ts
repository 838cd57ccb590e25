import { expect, test } from "vitest";
import { createLookalikeFinder, isShortened } from "#server/modules/shop/imports/rewritten-skus.ts";

/** What the shop has, and what Excel made of it in a file. */
test.each([
  ["00123", "123"],
  ["1E5", "100000"],
  ["2E-3", "0.002"],
  ["123456789012", "1.23457E+11"],
  ["123456789012", "1.23E+11"],
  ["199999999999", "2E+11"],
  ["1234567890123456", "1234567890123450"],
  ["0012.50", "12.5"],
  ["MAR1", "1-Mar"],
  ["3-12", "12-Mar"],
  ["DEC-5", "5-Dec"],
  ["SEP2026", "Sep-26"],
  ["3-12", "2026-03-12"],
  ["3-12-26", "3/12/2026"],
])("the SKU %s comes back from Excel as %s", (sku, rewritten) => {
  expect(createLookalikeFinder([sku, "ROAD-H", "124", "4-Apr"]).find(rewritten)).toEqual([sku]);
  // An earlier import may have stored what Excel wrote.
  expect(createLookalikeFinder([rewritten, "ROAD-H"]).find(sku)).toEqual([rewritten]);
});

test.each([
  ["00123", "124"],
  ["00123", "1230"],
  ["TEE-M", "TEE-L"],
  ["MAR1", "2-Mar"],
  ["MARVA-1", "1-Mar"],
  ["123456789012", "1.24E+11"],
  ["123456789012", "1.23457E+12"],
  ["A00123", "123"],
  ["0", "00000A"],
])("the SKUs %s and %s are different", (sku, other) => {
  expect(createLookalikeFinder([sku]).find(other)).toEqual([]);
});

test("an SKU doesn't look like itself", () => {
  expect(createLookalikeFinder(["1e5"]).find("1E5")).toEqual([]);
});

test("only what lost digits is shortened", () => {
  expect(["1.23457E+11", "2E+11", "1E5", "100000", "TEE-1"].map(isShortened)).toEqual([
    true,
    true,
    false,
    false,
    false,
  ]);
});
