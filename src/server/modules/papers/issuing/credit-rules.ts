import { paperNumber, withTax, type PaperContent } from "../rules.ts";
import type { Credit } from "./credit-store.ts";

const reasons: Record<Credit["madeBy"], string> = {
  staff: "Given back by the house",
  buyer: "Returned by the buyer",
  night: "The night was called off",
};

/**
 * What a credit note says: the parts of the sale that went back, with the tax that its receipt showed, whatever the rate
 * is by now.
 */
export function creditContent(sold: PaperContent, credit: Credit): PaperContent {
  const { tax, year, number } = credit.receipt;
  const rate = { taxLabel: tax?.label ?? "", taxRateThousandths: tax?.rateThousandths ?? null };
  return {
    ...sold,
    ...withTax(credit.lines, rate),
    subtotalCents: credit.amountCents,
    discountCents: 0,
    promoCode: null,
    feeCents: credit.feeCents,
    addedTaxCents: credit.addedTaxCents,
    shippingCents: 0,
    totalCents: credit.amountCents,
    payment: credit.isByHand ? { provider: "by_hand", ref: null } : sold.payment,
    credit: {
      receiptNumber: paperNumber("receipt", year, number),
      ...(credit.invoice && { invoiceNumber: paperNumber("invoice", credit.invoice.year, credit.invoice.number) }),
      reason: reasons[credit.madeBy],
    },
  };
}
