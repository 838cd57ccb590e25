import { z } from "zod";
import { totals } from "./orders/totals.ts";
import { ProofChallenge } from "./proof/challenge.ts";

/** Every error code of the API with its HTTP status. The web app has the messages that people read. */
export const errorStatus = {
  invalid_input: 400,
  idempotency_key_required: 400,
  not_signed_in: 401,
  wrong_password: 401,
  second_factor_required: 401,
  second_factor_wrong: 401,
  sign_in_expired: 401,
  passkey_refused: 401,
  identity_refused: 401,
  bad_signature: 401,
  not_allowed: 403,
  foreign_origin: 403,
  suspended: 403,
  second_factor_missing: 403,
  confirmation_required: 403,
  chat_banned: 403,
  community_muted: 403,
  not_found: 404,
  account_not_found: 404,
  username_taken: 409,
  already_exists: 409,
  edited_meanwhile: 409,
  attendee_update_required: 409,
  has_sales: 409,
  not_a_draft: 409,
  not_ready: 409,
  status_final: 409,
  email_taken: 409,
  email_on_file: 409,
  last_admin: 409,
  tickets_ahead: 409,
  payment_under_way: 409,
  items_ahead: 409,
  link_over: 410,
  total_changed: 409,
  sold_out: 409,
  in_carts: 409,
  sales_closed: 409,
  over_limit: 409,
  confirm_email: 409,
  capacity_taken: 409,
  code_invalid: 409,
  order_closed: 409,
  already_refunded: 409,
  ticket_admitted: 409,
  refund_closed: 409,
  second_person_needed: 409,
  payment_closed: 409,
  refund_too_high: 409,
  payment_disputed: 409,
  costs_more: 409,
  in_use: 409,
  chat_closed: 409,
  chat_refused: 409,
  post_refused: 409,
  request_in_flight: 409,
  too_large: 413,
  unsupported_media_type: 415,
  range_outside: 416,
  idempotency_key_reused: 422,
  too_many_requests: 429,
  slow_mode: 429,
  proof_required: 429,
  free_limit: 429,
  internal: 500,
  unavailable: 503,
  storage_full: 507,
} as const;

export type ErrorCode = keyof typeof errorStatus;

/** Two-factor methods. */
export const SecondFactorMethod = z.enum(["totp", "passkey", "recovery_code"]);
export type SecondFactorMethod = z.infer<typeof SecondFactorMethod>;

/**
 * The shape of every error response. `errors` lists invalid fields; `requestId` identifies the server's log line.
 * `second_factor_required` adds the ticket to continue this sign-in (valid 5 minutes, once) and the available methods.
 * `proof_required` adds work for the caller's processor: the same call with its solution in the header X-Proof succeeds.
 * With `canConfirmEmail`, it also succeeds without the work once the buyer's email is confirmed by a code.
 * `total_changed` adds what the order costs now.
 */
export const ErrorReply = z.object({
  message: z.string(),
  code: z.enum(Object.keys(errorStatus) as [ErrorCode, ...ErrorCode[]]),
  errors: z.array(z.object({ message: z.string(), path: z.string() })).optional(),
  requestId: z.string().optional(),
  ticket: z.string().optional(),
  methods: z.array(SecondFactorMethod).optional(),
  proof: ProofChallenge.optional(),
  canConfirmEmail: z.boolean().optional(),
  totals: z.object(totals).optional(),
});
export type ErrorReply = z.infer<typeof ErrorReply>;
