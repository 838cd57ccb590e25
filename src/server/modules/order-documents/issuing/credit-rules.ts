import { documentNumber, withTax, type DocumentContent } from "../rules.ts";
import type { Credit } from "./credit-store.ts";

const reasons: Record<Credit["madeBy"], string> = {
  staff: "Refunded by the organizer",
  buyer: "Requested by the buyer",
  event: "Event canceled",
};

/**
 * The content of a credit note: the refunded parts of the sale, with the tax rate of its receipt, whatever the rate is
 * now.
 */
export function creditContent(sold: DocumentContent, credit: Credit): DocumentContent {
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
      receiptNumber: documentNumber("receipt", year, number),
      ...(credit.invoice && { invoiceNumber: documentNumber("invoice", credit.invoice.year, credit.invoice.number) }),
      reason: reasons[credit.madeBy],
    },
  };
}
