import fc from "fast-check";
import { expect, test } from "vitest";
import { differenceOf } from "./rules.ts";

test.each([
  ["the price goes back, the fee of the purchase stays", [2300, 200, 0], 1000, { amountCents: 1500, feeCents: 0 }],
  ["of a free place the fee goes back as well", [2300, 200, 0], 0, { amountCents: 2500, feeCents: 200 }],
  ["fees go back where the price does not reach", [300, 200, 0], 100, { amountCents: 400, feeCents: 100 }],
  ["the same price brings nothing", [2300, 200, 0], 2500, undefined],
  ["a dearer place brings nothing", [2300, 200, 0], 4000, undefined],
  ["what a code took off does not go back", [1800, 200, 0], 2200, undefined],
  ["tax on top goes back in proportion", [1000, 0, 80], 500, { amountCents: 540, taxCents: 40 }],
  ["what was free brings nothing", [0, 0, 0], 0, undefined],
])("%s", (_, [netCents, feeCents, taxCents], placeCents, difference) => {
  const found = differenceOf({ netCents: netCents!, feeCents: feeCents!, taxCents: taxCents! }, placeCents);
  if (difference === undefined) expect(found).toBeUndefined();
  else expect(found).toMatchObject(difference);
});

const cents = fc.integer({ min: 0, max: 90_000 });

test("however often a ticket is moved down, its parts never go below zero and all of it adds up to what was paid", () => {
  fc.assert(
    fc.property(cents, cents, cents, fc.array(cents, { maxLength: 8 }), (netCents, feeCents, taxCents, places) => {
      const left = { netCents, feeCents, taxCents };
      let back = 0;
      for (const placeCents of places) {
        const difference = differenceOf(left, placeCents);
        if (difference === undefined) continue;
        back += difference.amountCents;
        left.netCents -= difference.amountCents - difference.feeCents - difference.taxCents;
        left.feeCents -= difference.feeCents;
        left.taxCents -= difference.taxCents;
        expect(Math.min(left.netCents, left.feeCents, left.taxCents)).toBeGreaterThanOrEqual(0);
        expect(left.netCents + left.feeCents).toBe(placeCents);
      }
      expect(back + left.netCents + left.feeCents + left.taxCents).toBe(netCents + feeCents + taxCents);
    }),
  );
});
