import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  chooseUnits,
  partsOf,
  shareOut,
  statusAfterRefund,
  stockBack,
  type PaidLine,
  type PaidShipping,
  type RefundableUnit,
} from "./rules.ts";

const line = (more: Partial<PaidLine> = {}): PaidLine => ({
  id: "a",
  quantity: 1,
  piecesPerUnit: 1,
  totalCents: 0,
  discountCents: 0,
  feeCents: 0,
  taxCents: 0,
  ...more,
});

/** Lines as an order can have them: a discount never exceeds its line, fees never exceed the rest. */
const anyLine = fc
  .record({
    quantity: fc.integer({ min: 1, max: 12 }),
    piecesPerUnit: fc.integer({ min: 1, max: 6 }),
    unitCents: fc.integer({ min: 0, max: 90_000 }),
    discount: fc.double({ min: 0, max: 1, noNaN: true }),
    fee: fc.double({ min: 0, max: 1, noNaN: true }),
    taxCents: fc.integer({ min: 0, max: 9000 }),
  })
  .map(({ quantity, piecesPerUnit, unitCents, discount, fee, taxCents }) => {
    const totalCents = unitCents * quantity;
    const discountCents = Math.floor(totalCents * discount);
    const feeCents = Math.floor((totalCents - discountCents) * fee);
    return { quantity, piecesPerUnit, totalCents, discountCents, feeCents, taxCents };
  });
const anyOrder = fc.record({
  lines: fc
    .array(anyLine, { minLength: 1, maxLength: 6 })
    .map((lines) => lines.map((own, index) => ({ id: `line ${index}`, ...own }))),
  shipping: fc.record({
    shippingCents: fc.integer({ min: 0, max: 3000 }),
    shippingTaxCents: fc.integer({ min: 0, max: 300 }),
  }),
});
const free: PaidShipping = { shippingCents: 0, shippingTaxCents: 0 };

function ticketsOf(lines: PaidLine[]): RefundableUnit[] {
  return lines
    .flatMap((own) =>
      Array.from({ length: own.quantity * own.piecesPerUnit }, (_, index) => ({
        lineId: own.id,
        position: index + 1,
      })),
    )
    .map((place, index) => ({ ...place, ticketId: index + 1, isRefunded: false }));
}

const shippingUnit = (): RefundableUnit => ({ lineId: null, position: 0, ticketId: null, isRefunded: false });

const sum = (cents: number[]) => cents.reduce((all, each) => all + each, 0);
const paidOf = (lines: PaidLine[], { shippingCents, shippingTaxCents }: PaidShipping) =>
  sum(lines.map((own) => own.totalCents - own.discountCents + own.taxCents)) + shippingCents + shippingTaxCents;

test("an order refunded in any parts and any sequence refunds exactly what was paid, or that without fees", () => {
  fc.assert(
    fc.property(anyOrder, fc.boolean(), fc.infiniteStream(fc.nat()), ({ lines, shipping }, withFee, dice) => {
      const tickets = [...ticketsOf(lines), shippingUnit()];
      const shares = shareOut(lines, shipping);
      let back = 0;
      const unitsOf = new Map<string, number>();
      while (tickets.some((ticket) => !ticket.isRefunded)) {
        const left = tickets.filter((ticket) => !ticket.isRefunded);
        const count = 1 + (dice.next().value % left.length);
        const chosen = Array.from({ length: count }, () => left.splice(dice.next().value % left.length, 1)[0]!);
        const parts = partsOf(chosen, shares, withFee);
        for (const part of parts) {
          expect(
            Math.min(part.feeCents, part.taxCents, part.amountCents - part.feeCents - part.taxCents),
          ).toBeGreaterThanOrEqual(0);
        }
        back += sum(parts.map((part) => part.amountCents));
        expect(back).toBeLessThanOrEqual(paidOf(lines, shipping));
        for (const [id, units] of stockBack(lines, tickets, chosen)) unitsOf.set(id, (unitsOf.get(id) ?? 0) + units);
        for (const ticket of chosen) ticket.isRefunded = true;
      }
      const fees = withFee ? 0 : sum(lines.map((own) => own.feeCents));
      expect(back).toBe(paidOf(lines, shipping) - fees);
      // And every unit of every line was released once, whatever the parts were.
      expect(Object.fromEntries(unitsOf)).toEqual(Object.fromEntries(lines.map((own) => [own.id, own.quantity])));
    }),
    { numRuns: 500 },
  );
});

test("a ticket's cost doesn't depend on what it is refunded with, and tickets of a line differ only by cents", () => {
  fc.assert(
    fc.property(anyOrder, ({ lines, shipping }) => {
      const shares = shareOut(lines, shipping);
      expect(shareOut(lines, shipping)).toEqual(shares);
      for (const own of lines) {
        const costs = shares.get(own.id)!.map((share) => share.netCents + share.feeCents);
        expect(Math.max(...costs) - Math.min(...costs)).toBeLessThanOrEqual(2);
      }
    }),
  );
});

describe("a discount is split to the cent", () => {
  test.each([
    ["three tickets of $10 with $1 off", line({ quantity: 3, totalCents: 3000, discountCents: 100 }), [966, 967, 967]],
    ["a table of four for $100", line({ piecesPerUnit: 4, totalCents: 10_000 }), [2500, 2500, 2500, 2500]],
    ["two cents for three", line({ quantity: 3, totalCents: 3, discountCents: 1 }), [0, 1, 1]],
    ["a full discount", line({ quantity: 2, totalCents: 5000, discountCents: 5000 }), [0, 0]],
  ])("%s", (_, own, expected) => {
    const shares = shareOut([own], free).get("a")!;
    expect(shares.map((share) => share.netCents + share.feeCents + share.taxCents)).toEqual(expected);
  });
});

test("a refund without fees keeps each ticket's fee", () => {
  const own = line({ quantity: 2, totalCents: 5000, feeCents: 401 });
  const tickets = ticketsOf([own]);
  const shares = shareOut([own], free);
  expect(partsOf(tickets, shares, false).map((part) => part.amountCents)).toEqual([2299, 2300]);
  expect(partsOf(tickets, shares, true).map((part) => [part.amountCents, part.feeCents])).toEqual([
    [2499, 200],
    [2501, 201],
  ]);
});

test("a package is for sale again only when its last ticket is refunded", () => {
  const table = line({ quantity: 2, piecesPerUnit: 3 });
  const tickets = ticketsOf([table]);
  const refundAt = (...positions: number[]) => {
    const chosen = tickets.filter((ticket) => positions.includes(ticket.position));
    const units = stockBack([table], tickets, chosen).get("a") ?? 0;
    for (const ticket of chosen) ticket.isRefunded = true;
    return units;
  };
  expect([refundAt(1, 4), refundAt(2, 5), refundAt(3), refundAt(6)]).toEqual([0, 0, 1, 1]);
});

test("no choice means all remaining tickets, a line means its remaining ones, and other orders' tickets are rejected", () => {
  const tickets = ticketsOf([line({ quantity: 2 }), line({ id: "b", quantity: 2 })]);
  tickets[0]!.isRefunded = true;
  const ids = (choice: Parameters<typeof chooseUnits>[1]) => chooseUnits(tickets, choice)?.map((each) => each.ticketId);
  expect(ids({})).toEqual([2, 3, 4]);
  expect(ids({ lineIds: ["a"] })).toEqual([2]);
  expect(ids({ lineIds: ["a"], ticketIds: [4] })).toEqual([2, 4]);
  expect(ids({ ticketIds: [1] })).toEqual([1]);
  expect(ids({ ticketIds: [5] })).toBeUndefined();
  expect(ids({ lineIds: ["c"] })).toBeUndefined();
});

test("units of a line are its first ones that are left, shipping is chosen by itself, and nothing that isn't there is", () => {
  const units = [...ticketsOf([line({ quantity: 3 })]), shippingUnit()];
  units[0]!.isRefunded = true;
  const chosen = (choice: Parameters<typeof chooseUnits>[1]) =>
    chooseUnits(units, choice)?.map(({ lineId, position }) => `${lineId} ${position}`);
  expect(chosen({})).toEqual(["a 2", "a 3", "null 0"]);
  expect(chosen({ units: [{ lineId: "a", quantity: 1 }] })).toEqual(["a 2"]);
  expect(chosen({ units: [{ lineId: "a", quantity: 2 }], shipping: true })).toEqual(["a 2", "a 3", "null 0"]);
  expect(chosen({ shipping: true })).toEqual(["null 0"]);
  expect(chosen({ units: [{ lineId: "a", quantity: 3 }] })).toBeUndefined();
  expect(chosen({ units: [{ lineId: "b", quantity: 1 }] })).toBeUndefined();
  expect(chooseUnits(units.slice(0, 3), { shipping: true })).toBeUndefined();
});

test.each([
  [0, 0, "refunded"],
  [200, 0, "partially_refunded"],
  [0, 1, "partially_refunded"],
  [2500, 1, "partially_refunded"],
])("with %i cents and %i tickets left an order is %s", (cents, tickets, expected) => {
  expect(statusAfterRefund(cents, tickets)).toBe(expected);
});
