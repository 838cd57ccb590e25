import { z } from "zod";
import { adminEndpoint } from "./endpoint.ts";
import { EventChanges } from "./events/editing.ts";
import { ById, Currency } from "./shapes.ts";

/** Ticket holders whom no email reaches, such as guests without an address: staff call them. 50 names at most. */
export const WithoutEmail = z.object({ count: z.int(), names: z.array(z.string()) });
export type WithoutEmail = z.infer<typeof WithoutEmail>;

/** The buyers that a change to an event affects, and what they paid. Reading it changes nothing. */
export const AffectedBuyers = z.object({
  /** People with valid tickets and an email address, each counted once: the number of emails. */
  people: z.int(),
  withoutEmail: WithoutEmail,
  orders: z.int(),
  tickets: z.int(),
  /** What those orders paid, minus refunds and lost disputes, per currency. */
  paid: z.array(z.object({ currency: Currency, cents: z.int() })),
  /** Unpaid open orders. They will be closed, and late payments refunded. */
  openOrders: z.int(),
});
export type AffectedBuyers = z.infer<typeof AffectedBuyers>;

export const getAffectedBuyers = adminEndpoint(
  "GET /api/admin/events/{id}/affected-buyers",
  "Affected buyers: people, orders and money that a change to this event affects",
  {
    params: ById,
    reply: AffectedBuyers,
  },
);

/** The email to ticket holders, and how many get it. */
export const AttendeeUpdatePreview = z.object({
  /** People with valid tickets and an email address, each counted once: the number of emails. */
  people: z.int(),
  withoutEmail: WithoutEmail,
  tickets: z.int(),
  subject: z.string(),
  title: z.string(),
  /** One paragraph each; empty if no change is worth an email. */
  lines: z.array(z.string()),
});
export type AttendeeUpdatePreview = z.infer<typeof AttendeeUpdatePreview>;

/** From the code that writes the real email. */
export const previewAttendeeUpdate = adminEndpoint(
  "POST /api/admin/events/{id}/attendee-update",
  "Preview the email to ticket holders about new times or a new venue. Changes nothing",
  {
    limit: "read",
    params: ById,
    body: z.strictObject({
      changes: EventChanges.pick({
        startsAt: true,
        doorsAt: true,
        endsAt: true,
        timeZone: true,
        venueId: true,
      }).partial(),
    }),
    reply: AttendeeUpdatePreview,
  },
);
