import { z } from "zod";
import { endpoint } from "./endpoint.ts";
import { Currency } from "./shapes.ts";

/** The figures on the door of the staff's desks. */
export const DeskFigures = z.object({
  /** Of the last 24 hours by the database's clock; comps bring no money and are counted apart. */
  lastDay: z.object({
    orders: z.int(),
    comps: z.int(),
    tickets: z.int(),
    money: z.array(z.object({ currency: Currency, cents: z.int() })),
  }),
  nightsToCome: z.int(),
  mails: z.object({ failed: z.int(), waiting: z.int() }),
});
export type DeskFigures = z.infer<typeof DeskFigures>;

export const getDeskFigures = endpoint({
  method: "GET",
  path: "/api/admin/figures",
  summary: "What the last day brought, and what needs a look",
  access: "admin",
  limit: "read",
  reply: DeskFigures,
  errors: [],
});

/** What one day brought, on the house's own clock. */
export const DeskDay = z.object({
  day: z.iso.date(),
  orders: z.int(),
  tickets: z.int(),
  cents: z.int(),
});
export type DeskDay = z.infer<typeof DeskDay>;

/** How the last month went, and what does not go by itself any more. */
export const DeskTrend = z.object({
  /** The house's zone, in which its days begin. */
  timeZone: z.string(),
  /** The currency in which most was sold; money in others is not in the sums. */
  currency: Currency,
  /** Thirty days, the oldest first, the last one today; days without a sale are there too. */
  days: z.array(DeskDay),
  attention: z.object({
    failedMails: z.int(),
    openErrors: z.int(),
    /** Money that does not add up, of every kind; there must be none. */
    moneyExceptions: z.int(),
    /** Disputes that wait for the bank's decision, and for our evidence. */
    openDisputes: z.int(),
    /** Payments that should have been looked up a quarter of an hour ago. */
    silentPayments: z.int(),
    /** What must always hold of the database and did not when the site last looked. */
    brokenInvariants: z.int(),
    /** Nobody of the staff has an address to which mails about failed refunds and disputes could go. */
    moneyMailsReachNobody: z.boolean(),
  }),
});
export type DeskTrend = z.infer<typeof DeskTrend>;

export const getDeskTrend = endpoint({
  method: "GET",
  path: "/api/admin/trend",
  summary: "Sales day by day over thirty days, and what needs a look",
  access: "admin",
  limit: "read",
  reply: DeskTrend,
  errors: [],
});
