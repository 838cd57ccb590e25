import { z } from "zod";
import { CurrentPassword } from "../form-fields.ts";
import { endpoint } from "../endpoint.ts";
import { Empty, Instant } from "../shapes.ts";

/** One JSON object with each module's part under its name. Secrets and codes are left out. */
export const exportMyRecords = endpoint("GET /api/me/export", "All data about this user, as a file", {
  access: "guest",
  limit: "write",
  delicate: 30,
  reply: z.record(z.string(), z.unknown()),
});

/** Something that blocks deleting the account now. Tickets can be given up; a payment must finish first, and items of the shop must arrive. */
export const OpenMatter = z.object({
  kind: z.enum(["tickets", "payment", "items"]),
  title: z.string(),
  count: z.int(),
  startsAt: Instant.optional(),
  timeZone: z.string().optional(),
});
export type OpenMatter = z.infer<typeof OpenMatter>;

/** Changes nothing. `lastAdmin`: deletion would be refused with `last_admin`. */
export const getDeletion = endpoint("GET /api/me/deletion", "What deleting the account would affect now", {
  access: "guest",
  reply: z.object({ openMatters: z.array(OpenMatter), lastAdmin: z.boolean() }),
});

/**
 * Needs the password, or without one a sign-in or confirmation in the last half hour; guests need neither.
 * `giveUpTickets` overrides `tickets_ahead`; the other refusals can't be overridden.
 */
export const deleteAccount = endpoint(
  "POST /api/me/deletion",
  "Delete the account: ends sessions, deletes names and addresses; orders keep their numbers and amounts",
  {
    access: "guest",
    limit: "auth",
    body: z.strictObject({
      password: z.optional(CurrentPassword),
      /** Gives up tickets for upcoming events: they become void, without a refund. */
      giveUpTickets: z.boolean().optional(),
    }),
    reply: Empty,
    errors: [
      "wrong_password",
      "confirmation_required",
      "last_admin",
      "tickets_ahead",
      "payment_under_way",
      "items_ahead",
      "too_many_requests",
    ],
  },
);
