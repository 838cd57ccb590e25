import { z } from "zod";
import { adminEndpoint, endpoint } from "../endpoint.ts";
import { registerFields, resetFields } from "../form-fields.ts";
import { ById, Empty, Instant, NoBody } from "../shapes.ts";

/** The secret of an emailed link: 192 bits, valid once and for half an hour. */
export const LinkToken = z.string().regex(/^[\w-]{32}$/, "This link is incomplete. Copy the whole link and try again.");

/** Rules for a new password, with the messages of the registration form. */
export const NewPassword = registerFields.password;

export const ResetRequest = z.strictObject(resetFields);

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

export const makeResetLink = adminEndpoint(
  "POST /api/admin/users/{id}/reset-link",
  "Create a reset link for an account without a confirmed email, for staff to pass on",
  {
    delicate: true,
    params: ById,
    body: NoBody,
    reply: z.object({ link: z.string(), expiresAt: Instant }),
    status: 201,
    errors: ["not_found", "email_on_file"],
  },
);
