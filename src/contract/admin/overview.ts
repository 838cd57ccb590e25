import { z } from "zod";
import { adminEndpoint } from "../endpoint.ts";
import { Currency } from "../shapes.ts";

/** Figures on the admin overview. */
export const AdminFigures = z.object({
  /**
   * Orders paid today in the site's time zone, and today's revenue: refunds and lost disputes of today are deducted, whenever
   * the order was paid. Free tickets that staff issued are counted separately.
   */
  today: z.object({
    orders: z.int(),
    comps: z.int(),
    tickets: z.int(),
    money: z.array(z.object({ currency: Currency, cents: z.int() })),
  }),
  upcomingEvents: z.int(),
  mails: z.object({ failed: z.int(), waiting: z.int() }),
});
export type AdminFigures = z.infer<typeof AdminFigures>;

/** Days begin in the default time zone of the settings. */
export const getAdminFigures = adminEndpoint(
  "GET /api/admin/figures",
  "Sales and revenue of today, upcoming events and emails that wait",
  {
    reply: AdminFigures,
  },
);

/** Orders and tickets that were paid on one day in the site's time zone, and the day's revenue; see `EventSales`. */
export const TrendDay = z.object({
  day: z.iso.date(),
  orders: z.int(),
  tickets: z.int(),
  cents: z.int(),
});
export type TrendDay = z.infer<typeof TrendDay>;

/** Sales of the last month, and what needs attention. */
export const AdminTrend = z.object({
  /** The site's time zone, which sets when days begin. */
  timeZone: z.string(),
  /** The currency with the most sales. Totals exclude other currencies. */
  currency: Currency,
  /** Thirty days, oldest first, ending today, including days without sales. */
  days: z.array(TrendDay),
  /** Only what there is. Each module names and counts its own; the web app has the words. */
  attention: z.array(z.object({ name: z.string(), count: z.int().positive() })),
});
export type AdminTrend = z.infer<typeof AdminTrend>;

/** In the currency with the most sales, or the default one before the first sale. */
export const getAdminTrend = adminEndpoint(
  "GET /api/admin/trend",
  "Daily sales over thirty days, and what needs attention",
  {
    reply: AdminTrend,
  },
);
