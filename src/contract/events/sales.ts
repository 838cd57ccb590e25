import { z } from "zod";
import { adminEndpoint } from "../endpoint.ts";
import { ById, Currency, EventReference, Id } from "../shapes.ts";

/**
 * `orders`: paid orders, except fully refunded ones. `tickets`: those that are still valid. `cents`: revenue, after refunds and
 * lost disputes, which `refundedCents` adds up. Comps aren't sales.
 */
const sold = { orders: z.int(), tickets: z.int(), cents: z.int() };
const total = {
  ...sold,
  discountCents: z.int(),
  feeCents: z.int(),
  refundedCents: z.int(),
  compTickets: z.int(),
};

/** An earlier event. `soldByThen`: tickets that it had sold when it was as far ahead as the event is now. */
export const EarlierEvent = EventReference.extend({ capacity: z.int(), sold: z.int(), soldByThen: z.int() });
export type EarlierEvent = z.infer<typeof EarlierEvent>;

/**
 * An event's sales in four breakdowns. Tickets count for the event and type that they are for now; money counts for the
 * type that was bought, even if the ticket moved later. Orders and tickets count on the day they were paid, refunds on the day
 * they happened.
 */
export const EventSales = z.object({
  currency: Currency,
  timeZone: z.string(),
  total: z.object(total),
  types: z.array(z.object({ id: Id, name: z.string(), ...total })),
  /** Days in the event's time zone, "2026-11-28". Days without a sale in between are included as zero. */
  days: z.array(z.object({ day: z.string(), ...sold })),
  codes: z.array(z.object({ code: z.string(), ...sold, discountCents: z.int() })),
  promoters: z.array(z.object({ id: Id, name: z.string(), ...sold, commissionCents: z.int() })),
  /** Up to five events before this one, latest first, for comparison. */
  earlier: z.array(EarlierEvent),
});
export type EventSales = z.infer<typeof EventSales>;

/** Cents of the event's currency. The total is the sum of the types. */
export const getEventSales = adminEndpoint(
  "GET /api/admin/box-office/events/{id}/sales",
  "An event's sales by ticket type, day, promo code and promoter",
  {
    params: ById,
    reply: EventSales,
  },
);
