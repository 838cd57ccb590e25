import { Cents, Currency, TextOrNull } from "../shapes.ts";

/** An amount to pay, and what it consists of. */
export const totals = {
  subtotalCents: Cents,
  /** The fees in the subtotal. */
  feeCents: Cents,
  taxCents: Cents,
  shippingCents: Cents,
  discountCents: Cents,
  /** The promo code that gave the discount. */
  promoCode: TextOrNull,
  totalCents: Cents,
  currency: Currency,
};
