import { expect, test } from "vitest";
import { fromCents, isNearlyGone, saleStatus, typeStatus, unitsLeft, type Offer } from "./rules.ts";

const fixed: Offer = { status: "on_sale", nearlyGone: false, pricing: "fixed", priceCents: 4500, minimumCents: null };
const free: Offer = { ...fixed, pricing: "free", priceCents: 0 };
const open: Offer = { ...fixed, pricing: "open", priceCents: 0, minimumCents: 500 };
const soldOut: Offer = { ...fixed, status: "sold_out" };
const inCarts: Offer = { ...fixed, status: "in_carts" };
const scheduled: Offer = { ...fixed, status: "scheduled" };
const closed: Offer = { ...fixed, status: "ended" };
const runningLow: Offer = { ...fixed, nearlyGone: true };

test.each([
  ["one type on sale", [fixed], "on_sale"],
  ["one of three types left", [soldOut, fixed, scheduled], "on_sale"],
  ["few left of all remaining types", [soldOut, runningLow], "nearly_gone"],
  ["few left of one of two", [runningLow, fixed], "on_sale"],
  ["free only", [free], "free"],
  ["free, or pay what you like", [free, open], "free"],
  ["free, but nearly gone", [{ ...free, nearlyGone: true }], "nearly_gone"],
  ["free beside a price", [free, fixed], "on_sale"],
  ["pay what you like, from a minimum", [open], "on_sale"],
  ["nothing on sale yet", [scheduled, scheduled], "scheduled"],
  ["first price tier sold out, second scheduled", [soldOut, scheduled], "scheduled"],
  ["first price tier in carts, second scheduled", [inCarts, scheduled], "in_carts"],
  ["one type in carts, one sold out", [soldOut, inCarts], "in_carts"],
  ["one type in carts, one on sale", [inCarts, fixed], "on_sale"],
  ["all sold out", [soldOut, soldOut], "sold_out"],
  ["all sold out except one that closed early", [closed, soldOut], "sold_out"],
  ["sales closed", [closed], "ended"],
  ["nothing announced", [], "scheduled"],
] as [string, Offer[], string][])("%s", (_name, offers, status) => {
  expect(saleStatus(offers, false)).toBe(status);
  expect(saleStatus(offers, true)).toBe("ended");
});

test("the from-price is the lowest price that can be bought", () => {
  expect(fromCents([{ ...fixed, priceCents: 9000 }, fixed])).toBe(4500);
  expect(fromCents([fixed, { ...soldOut, priceCents: 100 }, { ...scheduled, priceCents: 100 }])).toBe(4500);
  expect(fromCents([fixed, open])).toBe(500);
  expect(fromCents([fixed, free])).toBe(0);
  expect(fromCents([soldOut, closed])).toBeNull();
  expect(fromCents([])).toBeNull();
});

test.each([
  [1000, 0, false],
  [1000, 1, true],
  [1000, 100, true],
  [1000, 101, false],
  [60, 10, true],
  [60, 11, false],
  [8, 8, false],
  [8, 5, false],
  [8, 4, true],
  [1, 1, false],
])("with a capacity of %i and %i left, nearly gone is %s", (capacity, available, nearlyGone) => {
  expect(isNearlyGone({ capacity, available })).toBe(nearlyGone);
});

test("the units left are limited by the people that the event can still admit", () => {
  const ownLevel = { capacity: 10, available: 6, unsold: 8 };
  const people = (capacity: number, available: number, each: number) => ({
    level: { capacity, available, unsold: available + 9 },
    each,
  });
  expect(unitsLeft(ownLevel, [])).toEqual(ownLevel);
  expect(unitsLeft(ownLevel, [people(100, 40, 8)])).toEqual({ capacity: 10, available: 5, unsold: 6 });
  expect(unitsLeft(ownLevel, [people(24, 7, 8)])).toEqual({ capacity: 3, available: 0, unsold: 2 });
  expect(unitsLeft(ownLevel, [people(100, 100, 1)])).toEqual(ownLevel);
  expect(unitsLeft(ownLevel, [people(100, 40, 8), people(9, 3, 1)])).toEqual({ capacity: 9, available: 3, unsold: 6 });
});

test("a type with too few left for the smallest order is sold out, or in carts while enough of it is unpaid", () => {
  expect(typeStatus("on_sale", { available: 1, unsold: 1 }, 1)).toBe("on_sale");
  expect(typeStatus("on_sale", { available: 1, unsold: 1 }, 2)).toBe("sold_out");
  expect(typeStatus("on_sale", { available: 0, unsold: 0 }, 1)).toBe("sold_out");
  expect(typeStatus("on_sale", { available: 0, unsold: 1 }, 1)).toBe("in_carts");
  expect(typeStatus("on_sale", { available: 1, unsold: 2 }, 2)).toBe("in_carts");
  expect(typeStatus("scheduled", { available: 0, unsold: 9 }, 1)).toBe("scheduled");
  expect(typeStatus("ended", { available: 9, unsold: 9 }, 1)).toBe("ended");
});
