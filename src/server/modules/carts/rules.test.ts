import { expect, test } from "vitest";
import { defaultPoster } from "#server/modules/events/index.ts";
import type { SaleItem } from "#server/modules/purchasables/index.ts";
import { formatMoney } from "#server/platform/format.ts";
import { ownUnitsOf, refuseChange, showCart, showLine, unitsOf } from "./rules.ts";

const tee: SaleItem = {
  kind: "variant",
  itemId: 7,
  name: "Yard Tee · M",
  currency: "USD",
  eventId: null,
  unitCents: 4000,
  feeCents: 0,
  minimumCents: null,
  minPerOrder: 1,
  maxPerOrder: 6,
  maxPerPerson: null,
  stockId: 1,
  saleVersion: 0,
  draws: [],
  closed: null,
  isHidden: false,
  accessCode: null,
  piecesPerUnit: 1,
  refundUntil: undefined,
  refundFees: false,
  handling: "ship",
  weightGrams: 200,
  taxCategory: "clothing",
};
const card = { title: "Yard Tee", name: "M", path: "/shop?product=yard-tee", picture: defaultPoster };

type Changed = Partial<SaleItem> & { available?: number; unsold?: number; seen?: number | null; ownUnits?: number };
function show(quantity: number, { available = 50, unsold = available, seen = 4000, ownUnits = 0, ...item }: Changed) {
  const line = { kind: "variant", itemId: 7, quantity, unitCents: seen };
  const held = ownUnits === 0 ? undefined : { units: ownUnits, orderId: "order" };
  return showLine(line, { item: { ...tee, ...item }, card, available, unsold, ownHold: held }, formatMoney);
}

test.each<[string, number, Changed, object]>([
  ["plenty left", 2, {}, { buyable: 2, maxQuantity: 6, totalCents: 8000, problem: null, problemText: null }],
  ["exactly enough", 2, { available: 2 }, { buyable: 2, maxQuantity: 2, problem: null }],
  ["fewer left", 3, { available: 2 }, { buyable: 2, totalCents: 8000, problem: "fewer", problemText: "Only 2 left." }],
  ["sold out", 1, { available: 0 }, { buyable: 0, totalCents: 0, problem: "sold_out", problemText: "Sold out." }],
  ["held by others", 1, { available: 0, unsold: 3 }, { buyable: 0, problem: "in_carts" }],
  [
    "held by your own order",
    1,
    { available: 0, unsold: 3, ownUnits: 2 },
    { buyable: 0, problem: "in_carts", problemText: "These are on hold in your unpaid order.", heldOrderId: "order" },
  ],
  [
    "fewer besides your own order",
    3,
    { available: 1, ownUnits: 2 },
    { buyable: 1, problemText: "Only 1 left, besides those on hold in your unpaid order.", heldOrderId: "order" },
  ],
  ["enough besides your own order", 2, { available: 2, ownUnits: 2 }, { problem: null, heldOrderId: null }],
  ["fewer than the minimum", 2, { minPerOrder: 2, available: 1 }, { buyable: 0, problem: "sold_out" }],
  ["closed", 1, { closed: "sales have ended" }, { buyable: 0, problem: "closed", problemText: "Sales have ended." }],
  ["withdrawn", 1, { isHidden: true }, { buyable: 0, problem: "closed", problemText: "We don't sell this anymore." }],
  ["behind a code by now", 1, { accessCode: "VIP" }, { buyable: 0, problem: "closed" }],
  ["an open price by now", 1, { minimumCents: 500 }, { buyable: 0, problem: "closed" }],
  ["a lower limit by now", 5, { maxPerOrder: 4 }, { buyable: 4, maxQuantity: 4, problem: "over_limit" }],
  ["a limit per person", 5, { maxPerPerson: 2 }, { buyable: 2, maxQuantity: 2, problem: "over_limit" }],
  ["a higher minimum by now", 1, { minPerOrder: 2 }, { buyable: 0, problem: "over_limit" }],
  [
    "a new price",
    2,
    { seen: 3500 },
    { wasCents: 3500, problem: "price", problemText: "Price changed from $35.00 to $40.00.", totalCents: 8000 },
  ],
  [
    "fewer, at a new price",
    3,
    { available: 2, seen: 3500 },
    { problem: "fewer", problemText: "Only 2 left. Price changed from $35.00 to $40.00." },
  ],
  ["sold out, at a new price", 1, { available: 0, seen: 3500 }, { wasCents: null, problemText: "Sold out." }],
])("a line with %s", (_, quantity, changed, expected) => {
  expect(show(quantity, changed)).toMatchObject({ quantity, ...expected });
});

test("a line says whether it is shipped", () => {
  expect(show(1, {}).isPhysical).toBe(true);
  expect(show(1, { handling: "digital" }).isPhysical).toBe(false);
});

test.each<[string, Partial<SaleItem>, { quantity: number; had?: number; lines?: number }, string | undefined]>([
  ["the most", {}, { quantity: 6 }, undefined],
  ["too many", {}, { quantity: 7 }, "over_limit"],
  ["too many for a person", { maxPerPerson: 2 }, { quantity: 3 }, "over_limit"],
  ["fewer than were over the limit", {}, { quantity: 8, had: 9 }, undefined],
  ["fewer than the minimum", { minPerOrder: 2 }, { quantity: 1 }, "over_limit"],
  ["something hidden", { isHidden: true }, { quantity: 1 }, "not_found"],
  ["something behind a code", { accessCode: "VIP" }, { quantity: 1 }, "not_found"],
  ["an open price", { minimumCents: 500 }, { quantity: 1 }, "sales_closed"],
  ["something closed", { closed: "sales have ended" }, { quantity: 2, had: 1, lines: 1 }, "sales_closed"],
  ["fewer of something closed", { closed: "sales have ended" }, { quantity: 1, had: 2, lines: 1 }, undefined],
  ["one more item in a full cart", {}, { quantity: 1, lines: 20 }, "over_limit"],
  ["more of an item in a full cart", {}, { quantity: 2, had: 1, lines: 20 }, undefined],
])("a change to %s", (_, item, { quantity, had = 0, lines = 0 }, code) => {
  expect(refuseChange({ ...tee, ...item }, { quantity, had, lines })?.code).toBe(code);
});

test("of a bundle there are as many as its scarcest part allows", () => {
  const levels = new Map([
    [1, { capacity: 9, available: 9, unsold: 9 }],
    [2, { capacity: 9, available: 5, unsold: 8 }],
  ]);
  expect(unitsOf({ stockId: 1, draws: [{ stockId: 2, each: 2 }] }, levels)).toEqual({ available: 2, unsold: 4 });
});

test("what an own order holds of a bundle counts as far as its other parts allow", () => {
  const level = (available: number) => ({ capacity: 9, available, unsold: 9 });
  const levels = new Map([
    [1, level(9)],
    [2, level(1)],
    [3, level(2)],
  ]);
  const item = { stockId: 1, draws: [2, 3].map((stockId) => ({ stockId, each: 1 })) };
  const hold = (stockId: number, quantity: number) => ({ orderId: "order", stockId, quantity });
  expect(ownUnitsOf(item, levels, [hold(2, 5)])).toEqual({ units: 1, orderId: "order" });
  expect(ownUnitsOf(item, levels, [hold(3, 5), hold(9, 5)])).toBeUndefined();
});

test("a cart adds up its units and what can be bought", () => {
  const cart = showCart([show(2, {}), show(3, { available: 1 }), show(1, { available: 0 })], "USD");
  expect(cart).toMatchObject({ count: 6, subtotalCents: 12_000 });
});
