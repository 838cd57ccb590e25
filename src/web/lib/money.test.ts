import { expect, test } from "vitest";
import { formatMoney, formatPrice } from "./money.ts";

test.each([
  [0, "$0.00"],
  [5, "$0.05"],
  [4850, "$48.50"],
  [123456789, "$1,234,567.89"],
])("%i cents are %s", (cents, text) => {
  expect(formatMoney(cents)).toBe(text);
});

test("a zero price is shown as free, a zero total is not", () => {
  expect(formatPrice(0)).toBe("Free");
  expect(formatMoney(0)).toBe("$0.00");
});

test("another currency is shown", () => {
  expect(formatMoney(4850, "JMD")).toContain("48.50");
  expect(formatMoney(4850, "JMD")).not.toMatch(/^\$/);
});
