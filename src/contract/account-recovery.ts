import { z } from "zod";
import { RegisterForm } from "./accounts.ts";
import { endpoint } from "./endpoint.ts";
import { Empty, IdParam, Instant, Line } from "./shapes.ts";

/** The secret of a link from a mail: 192 bits, good once and for half an hour. */
export const LinkToken = z.string().regex(/^[\w-]{32}$/, "This link is not complete");

/** What a new password must be, with the texts of the registration form. */
export const NewPassword = RegisterForm.shape.password;

export const ResetRequest = z.strictObject({
  /** Username or e-mail. */
  identifier: Line(0, 254).pipe(z.string().min(3, "Enter your username or e-mail")),
});
export type ResetRequest = z.infer<typeof ResetRequest>;

export const requestPasswordReset = endpoint({
  method: "POST",
  path: "/api/auth/password-reset",
  summary: "Ask for a link to a new password; the answer never tells whether there is such an account",
  access: "public",
  limit: "auth",
  body: ResetRequest,
  reply: Empty,
  status: 202,
  errors: ["too_many_requests"],
});

export const checkPasswordReset = endpoint({
  method: "POST",
  path: "/api/auth/password-reset/check",
  summary: "Whether a link is still good, and for which account; it stays good",
  access: "public",
  limit: "auth",
  body: z.strictObject({ token: LinkToken }),
  reply: z.object({ username: z.string(), expiresAt: Instant }),
  errors: ["link_over"],
});

export const completePasswordReset = endpoint({
  method: "POST",
  path: "/api/auth/password-reset/complete",
  summary: "Set a new password by a link: uses it up, and ends every session of the account",
  access: "public",
  limit: "auth",
  body: z.strictObject({ token: LinkToken, password: NewPassword }),
  reply: Empty,
  errors: ["link_over", "unavailable"],
});

export const makeResetLink = endpoint({
  method: "POST",
  path: "/api/admin/users/{id}/reset-link",
  summary: "Make the link to a new password for an account without a confirmed e-mail, to be handed over by staff",
  access: "admin",
  limit: "write",
  delicate: true,
  params: z.object({ id: IdParam }),
  body: z.strictObject({}).optional(),
  reply: z.object({ link: z.string(), expiresAt: Instant }),
  status: 201,
  errors: ["not_found", "email_on_file"],
});
