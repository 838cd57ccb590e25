import fc from "fast-check";
import { expect, test } from "vitest";
import {
  commissionOf,
  discountLines,
  feeAfterDiscount,
  spread,
  ticketCount,
  type CodeTerms,
  type LinkTerms,
  type OfferLine,
} from "./rules.ts";

const line = (unitCents: number, quantity = 1, change: Partial<OfferLine> = {}): OfferLine => ({
  kind: "ticket",
  itemId: 1,
  eventId: 7,
  quantity,
  unitCents,
  feeCents: 0,
  totalCents: unitCents * quantity,
  piecesPerUnit: 1,
  ...change,
});
const code = (change: Partial<CodeTerms>): CodeTerms => ({
  id: 1,
  stockId: 1,
  code: "SOCA",
  eventId: null,
  ticketTypeIds: [],
  discount: { kind: "percent", percent: 10 },
  currency: "USD",
  personLimit: null,
  unitLimit: null,
  minimumCents: null,
  status: "active",
  ...change,
});
const percent = (value: number) => ({ kind: "percent", percent: value }) as const;
const perOrder = (amountCents: number) => ({ kind: "per_order", amountCents }) as const;
const perUnit = (amountCents: number) => ({ kind: "per_unit", amountCents }) as const;

test.each([
  ["ten percent", { discount: percent(10) }, [line(2500)], [250]],
  ["half a cent rounds up", { discount: percent(50) }, [line(25)], [13]],
  ["less than half a cent rounds down", { discount: percent(33) }, [line(101)], [33]],
  ["rounded once for the order, not for each line", { discount: percent(50) }, [line(25), line(25)], [13, 12]],
  ["uneven shares over three lines", { discount: percent(10) }, [line(333), line(333), line(334)], [33, 33, 34]],
  ["everything", { discount: percent(100) }, [line(2500, 2), line(1)], [5000, 1]],
  ["an amount off the order, split by share", { discount: perOrder(1000) }, [line(3000), line(1000)], [750, 250]],
  ["an amount that doesn't divide", { discount: perOrder(100) }, [line(500), line(500), line(500)], [34, 33, 33]],
  ["more than the order costs", { discount: perOrder(9900) }, [line(2500), line(0)], [2500, 0]],
  ["an amount off each unit", { discount: perUnit(500) }, [line(2500, 3), line(4000)], [1500, 500]],
  ["an amount off each unit, never below zero", { discount: perUnit(5000) }, [line(2500, 2)], [5000]],
  ["free lines stay free", { discount: percent(20) }, [line(0, 4), line(2000)], [0, 400]],
  ["only its event", { discount: percent(10), eventId: 7 }, [line(1000), line(1000, 1, { eventId: 8 })], [100, 0]],
  [
    "only its types",
    { discount: percent(10), ticketTypeIds: [2] },
    [line(1000), line(1000, 1, { itemId: 2 })],
    [0, 100],
  ],
  [
    "up to the unit limit, most expensive first",
    { discount: percent(10), unitLimit: 3 },
    [line(1000, 5), line(4000, 2)],
    [100, 800],
  ],
  ["an amount per unit up to the unit limit", { discount: perUnit(300), unitLimit: 2 }, [line(1000, 5)], [600]],
  ["an amount off the order, limited to one unit", { discount: perOrder(3000), unitLimit: 1 }, [line(1000, 5)], [1000]],
  ["exactly the minimum order", { discount: percent(10), minimumCents: 5000 }, [line(2500, 2)], [500]],
] as [string, Partial<CodeTerms>, OfferLine[], number[]][])("%s", (_, change, lines, expected) => {
  expect(discountLines(code(change), lines, "USD")).toEqual(expected);
});

test.each([
  [{ status: "paused" }, "paused"],
  [{ status: "ended" }, "ended"],
  [{ status: "scheduled" }, "scheduled"],
  [{ status: "expired" }, "expired"],
  [{ eventId: 8 }, "not_for_these"],
  [{ ticketTypeIds: [9] }, "not_for_these"],
  [{ discount: perUnit(100), currency: "TTD" }, "not_for_these"],
  [{ minimumCents: 5001 }, "below_minimum"],
] as [Partial<CodeTerms>, string][])("a code with %o says why it doesn't apply", (change, reason) => {
  expect(discountLines(code(change), [line(2500, 2)], "USD")).toBe(reason);
});

test("a code doesn't apply if there is nothing to pay", () => {
  expect(discountLines(code({}), [line(0, 2)], "USD")).toBe("nothing_to_pay");
  expect(discountLines(code({ discount: percent(1) }), [line(1)], "USD")).toBe("nothing_to_pay");
});

const anyLine = fc
  .record({ unitCents: fc.integer({ min: 0, max: 500_000 }), quantity: fc.integer({ min: 1, max: 50 }) })
  .map(({ unitCents, quantity }) => line(unitCents, quantity));
const anyDiscount = fc.oneof(
  fc.integer({ min: 1, max: 100 }).map(percent),
  fc.integer({ min: 1, max: 1_000_000 }).map(perOrder),
  fc.integer({ min: 1, max: 1_000_000 }).map(perUnit),
);

test("whatever the code and the lines, no line goes below zero and all amounts are whole cents", () => {
  fc.assert(
    fc.property(fc.array(anyLine, { minLength: 1, maxLength: 8 }), anyDiscount, (lines, discount) => {
      const discounts = discountLines(code({ discount }), lines, "USD");
      if (!Array.isArray(discounts)) return;
      expect(discounts).toHaveLength(lines.length);
      discounts.forEach((cents, index) => {
        expect(Number.isInteger(cents)).toBe(true);
        expect(cents).toBeGreaterThanOrEqual(0);
        expect(cents).toBeLessThanOrEqual(lines[index]!.totalCents);
      });
      const total = lines.reduce((sum, { totalCents }) => sum + totalCents, 0);
      const off = discounts.reduce((sum, cents) => sum + cents, 0);
      if (discount.kind === "per_order") expect(off).toBe(Math.min(total, discount.amountCents));
      if (discount.kind === "percent")
        expect(Math.abs(off - (total * discount.percent) / 100)).toBeLessThanOrEqual(0.5);
    }),
  );
});

test("spreading keeps the total and the proportions", () => {
  fc.assert(
    fc.property(
      fc.array(fc.integer({ min: 0, max: 50_000_000 }), { minLength: 1, maxLength: 20 }),
      fc.double({ min: 0, max: 1, noNaN: true }),
      (bases, share) => {
        const base = bases.reduce((a, b) => a + b, 0);
        const total = Math.floor(base * share);
        const parts = spread(total, bases);
        expect(parts.reduce((a, b) => a + b, 0)).toBe(base === 0 ? 0 : total);
        parts.forEach((part, index) => {
          expect(part).toBeLessThanOrEqual(bases[index]!);
          if (base > 0) expect(Math.abs(part - (total * bases[index]!) / base)).toBeLessThan(1.001);
        });
      },
    ),
  );
});

test.each([
  [200, 2500, 0, 200],
  [200, 2500, 2300, 200],
  [200, 2500, 2400, 100],
  [200, 2500, 2500, 0],
])("a fee of %i in %i with %i off becomes %i", (feeCents, totalCents, discountCents, left) => {
  expect(feeAfterDiscount({ feeCents, totalCents }, discountCents)).toBe(left);
});

const link = (commission: LinkTerms["commission"], eventId: number | null = null): LinkTerms => ({
  id: 1,
  stockId: 1,
  linkCode: "KEZIA",
  eventId,
  commission,
});
const charged = (unitCents: number, quantity: number, discountCents = 0, change: Partial<OfferLine> = {}) => ({
  ...line(unitCents, quantity, change),
  discountCents,
});

test.each([
  ["none", link({ kind: "none" }), [charged(2500, 2)], 0],
  ["ten percent, excluding fees", link(percent(10)), [charged(2500, 2, 0, { feeCents: 400 })], 460],
  ["ten percent of what is paid", link(percent(10)), [charged(2500, 2, 1000)], 400],
  ["rounded down", link(percent(33)), [charged(100, 1), charged(1, 1)], 33],
  ["five dollars per ticket", link({ kind: "per_ticket", amountCents: 500 }), [charged(2500, 3)], 1500],
  [
    "per person at a table",
    link({ kind: "per_ticket", amountCents: 500 }),
    [charged(20_000, 1, 0, { piecesPerUnit: 4 })],
    2000,
  ],
  [
    "nothing for free tickets",
    link({ kind: "per_ticket", amountCents: 500 }),
    [charged(0, 3), charged(2500, 1, 2500)],
    0,
  ],
  ["never more than the ticket's price", link({ kind: "per_ticket", amountCents: 500 }), [charged(300, 2)], 600],
  ["nothing for another event", link(percent(10), 8), [charged(2500, 2)], 0],
] as const)("commission: %s", (_, terms, lines, cents) => {
  expect(commissionOf(terms, [...lines])).toBe(cents);
});

test("a table counts as the number of people it admits", () => {
  expect(
    ticketCount([
      { quantity: 2, piecesPerUnit: 4 },
      { quantity: 1, piecesPerUnit: 1 },
    ]),
  ).toBe(9);
});
