import { z } from "zod";
import { endpoint } from "./endpoint.ts";
import { Currency, Id, IdParam } from "./shapes.ts";

/** So many orders with so many tickets, and what was paid for them: cents, discounts taken off, refunds not. */
const sold = { orders: z.int(), tickets: z.int(), cents: z.int() };

/** What a night sold, told in four ways. Money stands with what was bought, also where a ticket was moved since. */
export const NightSales = z.object({
  currency: Currency,
  timeZone: z.string(),
  total: z.object({
    ...sold,
    discountCents: z.int(),
    feeCents: z.int(),
    givenBackCents: z.int(),
    compTickets: z.int(),
  }),
  types: z.array(
    z.object({
      id: Id,
      name: z.string(),
      ...sold,
      discountCents: z.int(),
      feeCents: z.int(),
      givenBackCents: z.int(),
      compTickets: z.int(),
    }),
  ),
  /** Days on the night's own clock, "2026-11-28"; those without a sale in between are there with nothing. */
  days: z.array(z.object({ day: z.string(), ...sold })),
  codes: z.array(z.object({ code: z.string(), ...sold, discountCents: z.int() })),
  promoters: z.array(z.object({ id: Id, name: z.string(), ...sold, commissionCents: z.int() })),
});
export type NightSales = z.infer<typeof NightSales>;

export const getNightSales = endpoint({
  method: "GET",
  path: "/api/admin/nights/{id}/sales",
  summary: "What a night sold: by ticket type, by day, by promo code, by promoter",
  access: "admin",
  limit: "read",
  params: z.object({ id: IdParam }),
  reply: NightSales,
  errors: ["not_found"],
});
