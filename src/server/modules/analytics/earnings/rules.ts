import type { Earnings } from "#contract/analytics/earnings.ts";

/** Sums of the ledger by account, in cents above zero: what sales brought, and what refunds return. */
export interface LedgerSums {
  sales: number;
  fees: number;
  tax: number;
  shipping: number;
  refundedSales: number;
  refundedFees: number;
  refundedTax: number;
  refundedShipping: number;
}

/** Earnings from the ledger's sums. The tax that buyers paid and keep isn't the organizer's. */
export function toEarnings(sums: LedgerSums): Earnings {
  const grossCents = sums.sales + sums.fees + sums.tax + sums.shipping;
  const refundCents = sums.refundedSales + sums.refundedFees + sums.refundedTax + sums.refundedShipping;
  return {
    grossCents,
    salesCents: sums.sales,
    feeCents: sums.fees,
    taxCents: sums.tax,
    shippingCents: sums.shipping,
    refundCents,
    refundedTaxCents: sums.refundedTax,
    netCents: grossCents - refundCents - (sums.tax - sums.refundedTax),
  };
}
