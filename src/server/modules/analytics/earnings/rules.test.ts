import { expect, test } from "vitest";
import { toEarnings } from "./rules.ts";

const none = {
  sales: 0,
  fees: 0,
  tax: 0,
  shipping: 0,
  refundedSales: 0,
  refundedFees: 0,
  refundedTax: 0,
  refundedShipping: 0,
  lostSales: 0,
  lostFees: 0,
  lostTax: 0,
  lostShipping: 0,
};

test.each([
  ["nothing", {}, { grossCents: 0, refundCents: 0, netCents: 0 }],
  ["a sale with tax", { sales: 2300, fees: 200, tax: 222 }, { grossCents: 2722, refundCents: 0, netCents: 2500 }],
  [
    "a sale that is refunded in full",
    { sales: 2300, fees: 200, tax: 222, refundedSales: 2300, refundedFees: 200, refundedTax: 222 },
    { grossCents: 2722, refundCents: 2722, netCents: 0 },
  ],
  [
    "a refund without its fee",
    { sales: 2300, fees: 200, tax: 222, refundedSales: 2300, refundedTax: 204 },
    { grossCents: 2722, refundCents: 2504, netCents: 200 },
  ],
  ["shipping", { shipping: 900, tax: 80 }, { grossCents: 980, refundCents: 0, netCents: 900 }],
  [
    "a lost dispute",
    {
      sales: 4000,
      fees: 400,
      tax: 300,
      shipping: 700,
      lostSales: 4000,
      lostFees: 400,
      lostTax: 300,
      lostShipping: 700,
    },
    { grossCents: 5400, refundCents: 0, lostDisputeCents: 5400, refundedTaxCents: 300, revenueCents: 0, netCents: 0 },
  ],
  [
    "part of a refund",
    { sales: 4000, fees: 400, tax: 300, shipping: 700, refundedSales: 1000, refundedTax: 75 },
    { grossCents: 5400, refundCents: 1075, revenueCents: 3400, netCents: 4100 },
  ],
  ["a refund of an earlier month", { refundedSales: 500 }, { grossCents: 0, refundCents: 500, netCents: -500 }],
])("%s", (_name, sums, earnings) => expect(toEarnings({ ...none, ...sums })).toMatchObject(earnings));
