import { z } from "zod";

/** Every way in which the API refuses, with its HTTP status. The web owns the sentences people read. */
export const errorStatus = {
  invalid_input: 400,
  idempotency_key_required: 400,
  not_signed_in: 401,
  wrong_password: 401,
  bad_signature: 401,
  not_allowed: 403,
  foreign_origin: 403,
  suspended: 403,
  not_found: 404,
  account_not_found: 404,
  username_taken: 409,
  sold_out: 409,
  sales_closed: 409,
  over_limit: 409,
  code_invalid: 409,
  order_closed: 409,
  payment_closed: 409,
  request_in_flight: 409,
  too_large: 413,
  unsupported_media_type: 415,
  idempotency_key_reused: 422,
  too_many_requests: 429,
  internal: 500,
  unavailable: 503,
} as const;

export type ErrorCode = keyof typeof errorStatus;

/** The one shape of a refusal. `errors` names the fields at fault, `requestId` finds the server's log line. */
export const ErrorReply = z.object({
  message: z.string(),
  code: z.enum(Object.keys(errorStatus) as [ErrorCode, ...ErrorCode[]]),
  errors: z.array(z.object({ message: z.string(), path: z.string() })).optional(),
  requestId: z.string().optional(),
});
export type ErrorReply = z.infer<typeof ErrorReply>;
