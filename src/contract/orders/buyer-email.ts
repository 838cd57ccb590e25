import { z } from "zod";
import { adminEndpoint } from "../endpoint.ts";
import { Email, Reason } from "../form-fields.ts";
import { MailSummary } from "../email/outbox.ts";
import { ByUuid } from "../shapes.ts";

/**
 * `order_closed` unless it is paid, or if its buyer deleted their account; `invalid_input` for the address that it has.
 * The same Idempotency-Key changes it once.
 */
export const changeBuyerEmail = adminEndpoint(
  "POST /api/admin/orders/{id}/email",
  "Change a paid order's email: emailed links stop working, and its tickets go to the new address",
  {
    idempotent: true,
    delicate: true,
    params: ByUuid,
    body: z.strictObject({
      email: Email,
      /** Also issues new codes for its valid tickets: the codes that were emailed before stop working. */
      newCodes: z.boolean(),
      reason: Reason,
    }),
    reply: z.object({ email: z.string() }),
    status: 201,
    errors: ["not_found", "order_closed"],
  },
);

/**
 * `not_found` also for an order that was never paid, `order_closed` without valid tickets. The same Idempotency-Key
 * sends one.
 */
export const sendTicketsTo = adminEndpoint(
  "POST /api/admin/orders/{id}/tickets-email",
  "Email an order's current tickets to a chosen address; the order keeps its own",
  {
    idempotent: true,
    delicate: true,
    limit: "note",
    params: ByUuid,
    body: z.strictObject({ email: Email, reason: Reason }),
    reply: MailSummary,
    status: 201,
    errors: ["not_found", "order_closed"],
  },
);
