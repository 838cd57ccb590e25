import { expect, test } from "vitest";
import { listMethods, methodNames, methodsFor } from "./methods.ts";

test.each([
  [0.49, []],
  [0.5, ["cashapp"]],
  [1, ["cashapp", "afterpay_clearpay"]],
  [9.99, ["cashapp", "afterpay_clearpay"]],
  [10, ["klarna", "cashapp", "afterpay_clearpay"]],
  [49.99, ["klarna", "cashapp", "afterpay_clearpay"]],
  [50, ["klarna", "affirm", "cashapp", "afterpay_clearpay"]],
  [4000, ["klarna", "affirm", "cashapp", "afterpay_clearpay"]],
  [4000.01, ["klarna", "affirm", "cashapp"]],
  [5000.01, ["affirm", "cashapp"]],
  [30_000.01, ["cashapp"]],
])("$%d can be paid with %j", (dollars, methods) => {
  const amount = { amountCents: Math.round(dollars * 100), currency: "USD" };
  expect(methodsFor(methodNames, amount)).toEqual(methods);
});

test("only what the site offers is shown, and only for US dollars", () => {
  expect(methodsFor([], { amountCents: 6000, currency: "USD" })).toEqual([]);
  expect(methodsFor(["affirm"], { amountCents: 6000, currency: "USD" })).toEqual(["affirm"]);
  expect(methodsFor(["affirm"], { amountCents: 6000, currency: "CAD" })).toEqual([]);
});

test.each([
  [[], "card"],
  [["klarna"], "card or Klarna"],
  [["klarna", "cashapp"], "card, Klarna, or Cash App Pay"],
] as const)("%j reads %s", (methods, text) => {
  expect(listMethods(methods)).toBe(text);
});
