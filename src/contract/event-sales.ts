import { z } from "zod";
import { adminEndpoint } from "./endpoint.ts";
import { ById, Currency, Id } from "./shapes.ts";

/** Counts of orders and tickets, and what was paid: cents, after discounts, before refunds. */
const sold = { orders: z.int(), tickets: z.int(), cents: z.int() };
const total = {
  ...sold,
  discountCents: z.int(),
  feeCents: z.int(),
  refundedCents: z.int(),
  compTickets: z.int(),
};

/** An event's sales in four breakdowns. Money counts for the type that was bought, even if the ticket moved later. */
export const EventSales = z.object({
  currency: Currency,
  timeZone: z.string(),
  total: z.object(total),
  types: z.array(z.object({ id: Id, name: z.string(), ...total })),
  /** Days in the event's time zone, "2026-11-28". Days without a sale in between are included as zero. */
  days: z.array(z.object({ day: z.string(), ...sold })),
  codes: z.array(z.object({ code: z.string(), ...sold, discountCents: z.int() })),
  promoters: z.array(z.object({ id: Id, name: z.string(), ...sold, commissionCents: z.int() })),
});
export type EventSales = z.infer<typeof EventSales>;

export const getEventSales = adminEndpoint(
  "GET /api/admin/box-office/events/{id}/sales",
  "An event's sales by ticket type, day, promo code and promoter",
  {
    params: ById,
    reply: EventSales,
  },
);
