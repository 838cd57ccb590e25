import fc from "fast-check";
import { expect, test } from "vitest";
import { differenceOf } from "./rules.ts";

test.each([
  ["the price is refunded, the purchase fee stays", [2300, 200, 0], 1000, { amountCents: 1500, feeCents: 0 }],
  ["for a free type the fee is refunded too", [2300, 200, 0], 0, { amountCents: 2500, feeCents: 200 }],
  ["fees are refunded if the price isn't enough", [300, 200, 0], 100, { amountCents: 400, feeCents: 100 }],
  ["the same price refunds nothing", [2300, 200, 0], 2500, undefined],
  ["a pricier type refunds nothing", [2300, 200, 0], 4000, undefined],
  ["a code's discount is not refunded", [1800, 200, 0], 2200, undefined],
  ["added tax is refunded in proportion", [1000, 0, 80], 500, { amountCents: 540, taxCents: 40 }],
  ["a free ticket refunds nothing", [0, 0, 0], 0, undefined],
])("%s", (_, [netCents, feeCents, taxCents], spotCents, difference) => {
  const found = differenceOf({ netCents: netCents!, feeCents: feeCents!, taxCents: taxCents! }, spotCents);
  if (difference === undefined) expect(found).toBeUndefined();
  else expect(found).toMatchObject(difference);
});

const cents = fc.integer({ min: 0, max: 90_000 });

test("however often a ticket is moved down, its parts never go below zero and add up to what was paid", () => {
  fc.assert(
    fc.property(cents, cents, cents, fc.array(cents, { maxLength: 8 }), (netCents, feeCents, taxCents, spots) => {
      const left = { netCents, feeCents, taxCents };
      let back = 0;
      for (const spotCents of spots) {
        const difference = differenceOf(left, spotCents);
        if (difference === undefined) continue;
        back += difference.amountCents;
        left.netCents -= difference.amountCents - difference.feeCents - difference.taxCents;
        left.feeCents -= difference.feeCents;
        left.taxCents -= difference.taxCents;
        expect(Math.min(left.netCents, left.feeCents, left.taxCents)).toBeGreaterThanOrEqual(0);
        expect(left.netCents + left.feeCents).toBe(spotCents);
      }
      expect(back + left.netCents + left.feeCents + left.taxCents).toBe(netCents + feeCents + taxCents);
    }),
  );
});
