import { z } from "zod";
import { adminEndpoint, fileEndpoint } from "../endpoint.ts";
import { Currency, Id, IntOrNull } from "../shapes.ts";

/** Which days a report covers. */
export const ProductReportQuery = z.object({
  /** First and last day, both included. Default: the last 28 days. At most 400 days. */
  from: z.iso.date().optional(),
  to: z.iso.date().optional(),
  /** IANA zone for the days. Default: the brand's. */
  timeZone: z.string().trim().max(64).optional(),
});
export type ProductReportQuery = z.infer<typeof ProductReportQuery>;

/**
 * Sums of sales. Cents, without taxes and shipping. Sales count when they were paid, refunds when they were decided, lost
 * disputes when they were lost.
 */
export const SalesFigures = z.object({
  /** Units sold, refunded ones deducted. */
  units: z.int(),
  /** Prices of everything that was paid for, before discounts and refunds. */
  grossCents: z.int(),
  discountCents: z.int(),
  /** With lost disputes. */
  refundCents: z.int(),
  /** Revenue, as on every other screen: gross minus discounts and refunds. */
  netCents: z.int(),
  /** What the units cost when they were sold, those that a refund put back on sale deducted. */
  costCents: z.int(),
  /** Net revenue of everything whose cost is known, minus that cost. Null if no cost is known. */
  marginCents: IntOrNull,
  /** The margin as a percentage of that revenue, one decimal; null if there is none. */
  marginPercent: z.number().nullable(),
  /** Units sold of variants whose cost wasn't known: the margin leaves them out. */
  unitsWithoutCost: z.int(),
});
export type SalesFigures = z.infer<typeof SalesFigures>;

/** What is in stock at this moment, valued. Units that are sold belong to their buyers, also before they are shipped. */
export const InventoryValue = z.object({
  /** Units on hand, those that someone holds included. What doesn't run out has none, and a bundle those of its parts. */
  units: z.int(),
  /** What they cost, where that is known. */
  costCents: z.int(),
  /** What they would bring at their prices of now. */
  priceCents: z.int(),
  /** Units of variants whose cost isn't known: the value at cost leaves them out. */
  unitsWithoutCost: z.int(),
});

/** In the brand's currency. */
export const ProductReport = z.object({
  from: z.iso.date(),
  to: z.iso.date(),
  timeZone: z.string(),
  currency: Currency,
  total: SalesFigures,
  /** Every day of the period. */
  days: z.array(z.object({ day: z.iso.date(), units: z.int(), netCents: z.int() })),
  /** Best-selling first, as all that follow. */
  products: z.array(SalesFigures.extend({ id: Id, title: z.string() })),
  variants: z.array(SalesFigures.extend({ id: Id, productId: Id, title: z.string(), sku: z.string() })),
  /** Events that products belong to: a product of two events counts for both. */
  events: z.array(SalesFigures.extend({ id: Id, title: z.string() })),
  /** Now, whatever the days are. Variants with units, archived ones included, the most valuable at cost first. */
  inventory: InventoryValue.extend({
    variants: z.array(
      z.object({
        id: Id,
        productId: Id,
        title: z.string(),
        sku: z.string(),
        units: z.int(),
        /** Null if it isn't known, as the next. */
        unitCostCents: IntOrNull,
        costCents: IntOrNull,
        priceCents: z.int(),
      }),
    ),
  }),
});
export type ProductReport = z.infer<typeof ProductReport>;

/** `invalid_input` for an unknown zone, days in the wrong order, or more than 400 of them. */
export const readProductReport = adminEndpoint(
  "GET /api/admin/reports/products",
  "What the shop sold and earned, by product, variant and event, and what its stock is worth",
  { query: ProductReportQuery, reply: ProductReport, errors: ["invalid_input"] },
);

/** Money as numbers in the brand's currency. */
export const exportProductReport = fileEndpoint(
  "/api/admin/reports/products.csv",
  ProductReportQuery.extend({ by: z.enum(["product", "variant", "event", "inventory"]).default("product") }),
  "The same as a CSV file",
  false,
);
