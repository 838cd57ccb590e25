import { expect, test } from "vitest";
import { readAmount, writeAmount } from "./amounts.ts";

test.each([
  ["12", 1200],
  ["12.5", 1250],
  ["12,50", 1250],
  ["$1,200.00", 120_000],
  ["1,200", 120_000],
  ["19.99", 1999],
  ["0.07", 7],
  ["", undefined],
  ["-5", undefined],
  ["1e9", undefined],
  ["1.999", undefined],
  ["free", undefined],
])("the amount %j is %j cents", (text, cents) => {
  expect(readAmount(text)).toBe(cents);
});

test("an amount in a field has cents only if there are any", () => {
  expect([writeAmount(500), writeAmount(550), writeAmount(null)]).toEqual(["5", "5.50", ""]);
});
