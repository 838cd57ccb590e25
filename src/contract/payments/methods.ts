// Used by pages before anything is sent, so it has no schema.

/** Ways to pay on the provider's page besides cards and the wallets that use cards. All of them confirm at once. */
export const methodNames = ["klarna", "affirm", "cashapp", "afterpay_clearpay"] as const;
export type PaymentMethod = (typeof methodNames)[number];

/**
 * Each method's name, and the amounts in US cents that it takes: Stripe's documentation and the methods' own pages for
 * the United States. Cash App sets limits per customer only; half a dollar is the least that Stripe charges.
 */
export const paymentMethods: Record<PaymentMethod, { label: string; minCents: number; maxCents: number }> = {
  klarna: { label: "Klarna", minCents: 10_00, maxCents: 5_000_00 },
  affirm: { label: "Affirm", minCents: 50_00, maxCents: 30_000_00 },
  cashapp: { label: "Cash App Pay", minCents: 50, maxCents: Number.MAX_SAFE_INTEGER },
  afterpay_clearpay: { label: "Afterpay", minCents: 1_00, maxCents: 4_000_00 },
};

/** Of the methods that the site offers, those that take this amount. Other currencies than US dollars have none. */
export function methodsFor(
  offered: readonly PaymentMethod[],
  { amountCents, currency }: { amountCents: number; currency: string },
): PaymentMethod[] {
  return methodNames.filter((method) => {
    const { minCents, maxCents } = paymentMethods[method];
    return offered.includes(method) && currency === "USD" && amountCents >= minCents && amountCents <= maxCents;
  });
}

/** What an order can be paid with: "card, Klarna, or Cash App Pay". */
export const listMethods = (methods: readonly PaymentMethod[]): string =>
  new Intl.ListFormat("en-US", { type: "disjunction" }).format([
    "card",
    ...methods.map((method) => paymentMethods[method].label),
  ]);
