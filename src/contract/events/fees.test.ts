import fc from "fast-check";
import { expect, test } from "vitest";
import { repriced, withFees, type FeeRule } from "./fees.ts";

const passedOn: FeeRule = { kind: "passed_on", percentHundredths: 350, ticketCents: 99 };

test.each([
  [5000, 1, passedOn, { priceCents: 5274, feeCents: 274 }],
  [20_000, 4, passedOn, { priceCents: 21_096, feeCents: 1096 }],
  [1, 1, passedOn, { priceCents: 100, feeCents: 99 }],
  [5000, 1, { kind: "absorbed" }, { priceCents: 5000, feeCents: 0 }],
] as const)("%i cents for %i tickets under %j", (set, tickets, rule, price) => {
  expect(withFees(set, tickets, rule)).toEqual(price);
});

const anyRule: fc.Arbitrary<FeeRule> = fc.oneof(
  fc.constant<FeeRule>({ kind: "by_type" }),
  fc.constant<FeeRule>({ kind: "absorbed" }),
  fc.record({
    kind: fc.constant("passed_on" as const),
    percentHundredths: fc.integer({ min: 0, max: 5000 }),
    ticketCents: fc.integer({ min: 0, max: 100_000 }),
  }),
);

test("whatever fee rules an event had in between, the organizer's share of a unit stays the same to the cent", () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 10_000_000 }),
      fc.integer({ min: 1, max: 50 }),
      fc.array(anyRule, { maxLength: 6 }),
      (set, tickets, rules) => {
        let price = { priceCents: set, feeCents: 0 };
        for (const rule of rules) price = repriced(price, tickets, rule);
        expect(price.priceCents - price.feeCents).toBe(set);
        expect(repriced(price, tickets, { kind: "absorbed" })).toEqual({ priceCents: set, feeCents: 0 });
      },
    ),
  );
});
