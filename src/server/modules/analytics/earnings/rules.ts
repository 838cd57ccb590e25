import type { Earnings } from "#contract/analytics/earnings.ts";

/** Sums of revenue movements by account, in cents above zero: what sales brought, and what went back. */
export interface LedgerSums {
  sales: number;
  fees: number;
  tax: number;
  shipping: number;
  refundedSales: number;
  refundedFees: number;
  refundedTax: number;
  refundedShipping: number;
  lostSales: number;
  lostFees: number;
  lostTax: number;
  lostShipping: number;
}

/** Earnings from the sums. The tax that buyers paid and didn't get back isn't the organizer's. */
export function toEarnings(sums: LedgerSums): Earnings {
  const grossCents = sums.sales + sums.fees + sums.tax + sums.shipping;
  const refundCents = sums.refundedSales + sums.refundedFees + sums.refundedTax + sums.refundedShipping;
  const lostDisputeCents = sums.lostSales + sums.lostFees + sums.lostTax + sums.lostShipping;
  const refundedTaxCents = sums.refundedTax + sums.lostTax;
  const revenueCents = sums.sales + sums.fees - sums.refundedSales - sums.refundedFees - sums.lostSales - sums.lostFees;
  return {
    grossCents,
    salesCents: sums.sales,
    feeCents: sums.fees,
    taxCents: sums.tax,
    shippingCents: sums.shipping,
    refundCents,
    lostDisputeCents,
    refundedTaxCents,
    revenueCents,
    netCents: grossCents - refundCents - lostDisputeCents - (sums.tax - refundedTaxCents),
  };
}
