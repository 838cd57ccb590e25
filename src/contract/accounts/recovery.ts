import { z } from "zod";
import { adminEndpoint, endpoint } from "../endpoint.ts";
import { registerFields, resetFields } from "../form-fields.ts";
import { ById, Empty, Instant, NoBody } from "../shapes.ts";

/** The secret of an emailed link, valid once and for half an hour. Up to version 1.0 it had 32 characters. */
export const LinkToken = z
  .string()
  .regex(/^[\w-]{22}(?:[\w-]{10})?$/, "This link is incomplete. Copy the whole link and try again.");

/** Rules for a new password, with the messages of the registration form. */
export const NewPassword = registerFields.password;

/** `identifier` is a username or an email. */
export const ResetRequest = z.strictObject(resetFields);

/**
 * A job looks for the account later, so that neither reply nor timing reveals it. 20 requests per network in 15
 * minutes.
 */
export const requestPasswordReset = endpoint(
  "POST /api/auth/password-reset",
  "Request a password reset link; the response never reveals whether the account exists",
  {
    access: "public",
    limit: "auth",
    body: ResetRequest,
    reply: Empty,
    status: 202,
    errors: ["too_many_requests"],
  },
);

/** `link_over` for a link that was used or revoked, or has expired. */
export const checkPasswordReset = endpoint(
  "POST /api/auth/password-reset/check",
  "Check whether a reset link is valid, and for which account, without using it",
  {
    access: "public",
    limit: "auth",
    body: z.strictObject({ token: LinkToken }),
    reply: z.object({ username: z.string(), expiresAt: Instant }),
    errors: ["link_over"],
  },
);

/**
 * A link works once, however many use it at the same moment. Also revokes the account's other links, its linked
 * identities and a pending email.
 */
export const completePasswordReset = endpoint(
  "POST /api/auth/password-reset/complete",
  "Set a new password with a reset link; uses up the link and ends every session of the account",
  {
    access: "public",
    limit: "auth",
    body: z.strictObject({ token: LinkToken, password: NewPassword }),
    reply: Empty,
    errors: ["link_over", "unavailable"],
  },
);

/**
 * With a confirmed email (`email_on_file`) the customer requests it themselves, so that staff never have a key to their
 * account. Former reset links stop working.
 */
export const createResetLink = adminEndpoint(
  "POST /api/admin/users/{id}/reset-link",
  "Create a reset link for an account without a confirmed email, for staff to pass on",
  {
    delicate: 5,
    params: ById,
    body: NoBody,
    reply: z.object({ link: z.string(), expiresAt: Instant }),
    status: 201,
    errors: ["not_found", "email_on_file"],
  },
);
