import { z } from "zod";
import { adminEndpoint } from "./endpoint.ts";
import { Currency } from "./shapes.ts";

/** Figures on the admin overview. */
export const AdminFigures = z.object({
  /** The last 24 hours by the database's clock. Comps bring no money and are counted separately. */
  lastDay: z.object({
    orders: z.int(),
    comps: z.int(),
    tickets: z.int(),
    money: z.array(z.object({ currency: Currency, cents: z.int() })),
  }),
  upcomingEvents: z.int(),
  mails: z.object({ failed: z.int(), waiting: z.int() }),
});
export type AdminFigures = z.infer<typeof AdminFigures>;

export const getAdminFigures = adminEndpoint(
  "GET /api/admin/figures",
  "Sales of the last 24 hours, and what needs attention",
  {
    reply: AdminFigures,
  },
);

/** One day's sales, in the site's time zone. */
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

export const getAdminTrend = adminEndpoint(
  "GET /api/admin/trend",
  "Daily sales over thirty days, and what needs attention",
  {
    reply: AdminTrend,
  },
);
