import { z } from "zod";
import { adminEndpoint, endpoint } from "../endpoint.ts";
import { Email, Reason } from "../form-fields.ts";
import { MailSummary } from "../email/outbox.ts";
import { ByUuid, Empty, LinkQuery, NoBody } from "../shapes.ts";

/**
 * `order_closed` unless it is paid, or if its buyer deleted their account; `invalid_input` for the address that it has.
 * The same Idempotency-Key changes it once.
 */
export const changeBuyerEmail = adminEndpoint(
  "POST /api/admin/orders/{id}/email",
  "Change a paid order's email: emailed links stop working, and its tickets go to the new address",
  {
    idempotent: true,
    delicate: 30,
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
    delicate: 30,
    limit: "note",
    params: ByUuid,
    body: z.strictObject({ email: Email, reason: Reason }),
    reply: MailSummary,
    status: 201,
    errors: ["not_found", "order_closed"],
  },
);

/** What a buyer gets instead of an address that isn't theirs. Eight digits that were emailed to the order's address. */
const EmailCode = z.string().regex(/^\d{8}$/, "Enter the 8-digit code from the email");

/**
 * For its buyer: the session that placed it, or anyone who can open it, with the code that was emailed to its address. While
 * it is on hold nobody is told. Once it is paid, links that were emailed before stop working, its tickets go to the new
 * address, and the former one is told and can stop it for 24 hours. `code_invalid` also without a code where one is needed.
 * `order_closed` after a stop and after three changes: then staff decide. `over_limit`: the new address has all tickets
 * that one person can have. The same Idempotency-Key changes it once.
 */
export const changeOwnEmail = endpoint("POST /api/orders/{id}/email", "Change the email of one's own order", {
  access: "guest",
  limit: "note",
  guess: "code",
  idempotent: true,
  params: ByUuid,
  query: LinkQuery,
  body: z.strictObject({ email: Email, code: EmailCode.optional() }),
  reply: z.object({ email: z.string() }),
  status: 201,
  errors: ["not_found", "order_closed", "code_invalid", "over_limit"],
});

/** One email in ten minutes. The code is for the order's current address and works for ten to twenty minutes. */
export const sendEmailCode = endpoint(
  "POST /api/orders/{id}/email-code",
  "Email the code that changes an order's email to the address that it has",
  {
    access: "guest",
    limit: "note",
    params: ByUuid,
    query: LinkQuery,
    body: NoBody,
    reply: Empty,
    status: 202,
  },
);

/** One email in half a minute, to any address. The code is the caller's alone and works for ten to twenty minutes. */
export const sendBuyerCode = endpoint(
  "POST /api/orders/email-code",
  "Email a code to the address that one orders with, to keep what is on hold",
  { access: "guest", limit: "checkout", body: z.strictObject({ email: Email }), reply: Empty, status: 202 },
);

/**
 * What the caller has on hold under this email stays on hold for the whole time, and what they order with it within a day
 * doesn't count for their network. Safe to repeat.
 */
export const confirmBuyerEmail = endpoint(
  "POST /api/orders/email-confirmation",
  "Confirm the email that one orders with by the code that was sent there",
  {
    access: "guest",
    limit: "checkout",
    guess: "code",
    body: z.strictObject({ email: Email, code: EmailCode }),
    /** `extended`: something that was on hold has more time. */
    reply: z.object({ extended: z.boolean() }),
    errors: ["code_invalid"],
  },
);

/**
 * The order has the former address again, new codes for its tickets, and new links, all emailed there. `link_over` after 24
 * hours, after a stop, and if its email was changed since.
 */
export const stopEmailChange = endpoint(
  "POST /api/orders/email-stop",
  "Stop the change of an order's email by the link that its former address got",
  {
    access: "public",
    limit: "note",
    body: z.strictObject({ token: z.string().regex(/^[0-9a-f-]{36}\.[\w-]{22}$/, "This link is incomplete") }),
    reply: z.object({ number: z.string(), email: z.string() }),
    errors: ["link_over"],
  },
);
