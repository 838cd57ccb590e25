import { expect, test } from "vitest";
import type { TicketType } from "#contract/events/events.ts";
import { admitsOf, firstPick, linesOf, maxUnits, totalOf } from "./picks.ts";

const type = (change: Partial<TicketType> = {}): TicketType => ({
  id: 1,
  name: "General",
  description: "",
  priceCents: 4500,
  feeCents: 500,
  currency: "USD",
  pricing: "fixed",
  minimumCents: null,
  available: 50,
  nearlyGone: false,
  ticketsPerUnit: 1,
  isStreamPass: false,
  status: "on_sale",
  minPerOrder: 1,
  maxPerOrder: 8,
  maxPerPerson: null,
  opensAfter: null,
  moreAt: null,
  salesStartAt: null,
  salesEndAt: null,
  ...change,
});

test.each([
  [{}, 8],
  [{ available: 3 }, 3],
  [{ available: null }, 8],
  [{ available: 1, minPerOrder: 2 }, 0],
  [{ status: "sold_out" as const }, 0],
  [{ status: "in_carts" as const }, 0],
  [{ status: "scheduled" as const }, 0],
])("of a ticket type with %j at most %i can be selected", (change, max) => {
  expect(maxUnits(type(change))).toBe(max);
});

test("lines keep the event's order, drop unavailable types and shrink to what is left", () => {
  const types = [type({ id: 1, available: 2 }), type({ id: 2, status: "ended" }), type({ id: 3 })];
  const lines = linesOf(types, { 3: { quantity: 1 }, 2: { quantity: 4 }, 1: { quantity: 5 }, 9: { quantity: 1 } });
  expect(lines.map(({ type: { id }, quantity }) => [id, quantity])).toEqual([
    [1, 2],
    [3, 1],
  ]);
  expect(totalOf(lines)).toBe(3 * 4500);
});

test("an open price costs what the buyer enters, and its minimum until then", () => {
  const open = type({ pricing: "open", priceCents: 0, minimumCents: 1000 });
  expect(totalOf(linesOf([open], { 1: { quantity: 2 } }))).toBe(2000);
  expect(totalOf(linesOf([open], { 1: { quantity: 2, amountCents: 1550 } }))).toBe(3100);
});

test("a table for four admits four people", () => {
  expect(admitsOf(linesOf([type({ ticketsPerUnit: 4 })], { 1: { quantity: 2 } }))).toBe(8);
});

test.each([
  [[{ id: 1, status: "sold_out" as const }, { id: 2 }, { id: 3 }], { 2: { quantity: 1 } }],
  [[{ id: 1, minPerOrder: 4 }], { 1: { quantity: 4 } }],
  [[{ id: 1, pricing: "open" as const }, { id: 2 }], { 2: { quantity: 1 } }],
  [[{ id: 1, available: 0 }], {}],
  [[], {}],
])("of %j a visitor who came to buy starts with %j", (types, picks) => {
  expect(firstPick(types.map(type))).toEqual(picks);
});
