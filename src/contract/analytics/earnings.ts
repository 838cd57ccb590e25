import { z } from "zod";
import { adminEndpoint, fileEndpoint } from "../endpoint.ts";
import { ById, Currency, EventReference } from "../shapes.ts";

/** Which money to sum, by when it was earned or refunded. */
export const EarningsQuery = z.object({
  /** First and last day, both included. Default: the last 28 days. At most 731 days. */
  from: z.iso.date().optional(),
  to: z.iso.date().optional(),
  /** IANA zone for the days. Default: the brand's. */
  timeZone: z.string().trim().max(64).optional(),
});
export type EarningsQuery = z.infer<typeof EarningsQuery>;

/**
 * Sums from the ledger, in cents: what buyers paid is `grossCents`, and its parts are sales, fees, tax and shipping. A sale
 * counts when it was paid, a refund when it was decided, a lost dispute when it was lost.
 */
export const Earnings = z.object({
  /** Everything that buyers were charged: sales, fees, tax and shipping. */
  grossCents: z.int(),
  /** Tickets and products, less discounts, before refunds. */
  salesCents: z.int(),
  /** Service fees that buyers paid. */
  feeCents: z.int(),
  /** Tax that buyers paid, before refunds. */
  taxCents: z.int(),
  shippingCents: z.int(),
  /** Everything that refunds return to buyers, with fees, tax and shipping. */
  refundCents: z.int(),
  /** What banks took for good in disputes, with fees, tax and shipping. */
  lostDisputeCents: z.int(),
  /** The tax in refunds and lost disputes. */
  refundedTaxCents: z.int(),
  /** Sales and fees less what of them was refunded or lost: revenue as on every other screen. */
  revenueCents: z.int(),
  /**
   * Gross less refunds, lost disputes and the tax that is left to pay: revenue and shipping. Before the payment provider's
   * charges, open disputes and commission.
   */
  netCents: z.int(),
});
export type Earnings = z.infer<typeof Earnings>;

/** Amounts of different currencies are never added up. */
export const EarningsReport = z.object({
  from: z.iso.date(),
  to: z.iso.date(),
  timeZone: z.string(),
  /** For each currency, the one with the most money first. */
  currencies: z.array(
    z.object({
      currency: Currency,
      total: Earnings,
      /** What banks took in this period and hold in disputes that are still open. In no other sum. */
      disputedCents: z.int(),
      /** Events with money in this period, the highest net first; then what belongs to no event: products, shipping. */
      events: z.array(Earnings.extend({ event: EventReference.nullable() })),
      /** Every day of the period. */
      days: z.array(
        z.object({
          day: z.iso.date(),
          grossCents: z.int(),
          refundCents: z.int(),
          lostDisputeCents: z.int(),
          revenueCents: z.int(),
          netCents: z.int(),
        }),
      ),
    }),
  ),
});
export type EarningsReport = z.infer<typeof EarningsReport>;

/** From the ledger. `invalid_input` for an unknown zone, or days that can't be reported. */
export const readEarnings = adminEndpoint(
  "GET /api/admin/earnings",
  "The owner's money page: gross, fees, tax, shipping, refunds and net, in total, by event and by day",
  { query: EarningsQuery, reply: EarningsReport, errors: ["invalid_input"] },
);

/** Money as numbers. Products and shipping share one row. */
export const exportEarnings = fileEndpoint(
  "/api/admin/earnings.csv",
  EarningsQuery,
  "Earnings by event as a CSV file",
  false,
);

/** What an event earned since its first sale, to settle it with whoever gets the money. */
export const Settlement = z.object({
  event: EventReference.extend({ venue: z.string(), city: z.string() }),
  currency: Currency,
  madeAt: z.iso.datetime(),
  total: Earnings,
  /** What banks hold in open disputes about its orders. Not deducted. */
  disputedCents: z.int(),
  /** For each ticket type and product: units sold and refunded, and their money. */
  items: z.array(
    z.object({
      kind: z.string(),
      name: z.string(),
      units: z.int(),
      refundedUnits: z.int(),
      salesCents: z.int(),
      feeCents: z.int(),
      taxCents: z.int(),
      refundCents: z.int(),
      lostDisputeCents: z.int(),
      netCents: z.int(),
    }),
  ),
  /** Commission that promoters of this event earned. Not deducted from the net. */
  commissionCents: z.int(),
});
export type Settlement = z.infer<typeof Settlement>;

/** From the event's first sale to now. */
export const readSettlement = adminEndpoint(
  "GET /api/admin/earnings/events/{id}",
  "What an event earned: gross, fees, tax, refunds and net, by ticket type and product",
  { params: ById, reply: Settlement },
);

/** On letter paper. */
export const printSettlement = adminEndpoint(
  "GET /api/admin/earnings/events/{id}/settlement.pdf",
  "The settlement of an event as a PDF",
  { params: ById, limit: "write", reply: z.string() },
);

/** Its items, then the total, disputes and commission. Money as numbers. */
export const exportSettlement = adminEndpoint(
  "GET /api/admin/earnings/events/{id}/settlement.csv",
  "The settlement of an event as a CSV file",
  { params: ById, limit: "write", reply: z.string() },
);
