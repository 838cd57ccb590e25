import { errorStatus, type ErrorCode, type ErrorReply, type SecondFactorMethod } from "#contract/errors.ts";

const plainMessage: Record<ErrorCode, string> = {
  invalid_input: "Some of what was sent is not right",
  idempotency_key_required: "This call needs an Idempotency-Key header",
  not_signed_in: "Please sign in",
  wrong_password: "Invalid username or password",
  second_factor_required: "One more step: confirm that it is you",
  second_factor_wrong: "That code is not right, or was used before",
  sign_in_expired: "This sign-in took too long, please start again",
  identity_refused: "This sign-in could not be verified",
  bad_signature: "The signature does not match",
  not_allowed: "This account may not do that",
  foreign_origin: "This request came from another site",
  suspended: "This account is suspended",
  second_factor_missing: "Staff need a second factor here: set one up in your account first",
  confirmation_required: "Confirm first that it is you",
  not_found: "There is nothing here",
  account_not_found: "Account not found",
  username_taken: "Username already exists",
  email_taken: "This e-mail belongs to another account",
  email_on_file: "This account has a confirmed e-mail and can ask for the link itself",
  last_admin: "This is the last administrator",
  tickets_ahead: "There are tickets for nights to come",
  payment_under_way: "A payment is under way, please wait until it is settled",
  link_over: "This link was used before or its time is up",
  already_exists: "That exists already",
  edited_meanwhile: "Somebody else saved this meanwhile",
  holders_to_tell: "People hold tickets for this night: say whether they are told",
  has_sales: "Tickets of this night were sold or are being bought",
  not_a_draft: "Only a draft can be deleted: take it off the site first",
  not_ready: "Something is missing before this can be published",
  state_fixed: "This night was cancelled: that stays",
  sold_out: "There are not enough left",
  sales_closed: "This is not on sale now",
  over_limit: "That is more than one person may hold",
  capacity_taken: "More than that is sold or held already",
  code_invalid: "This code does not apply",
  order_closed: "This order can no longer be changed",
  already_refunded: "This was given back already",
  refund_closed: "These tickets can no longer be returned here",
  second_person_needed: "A second administrator has to agree to this",
  ticket_admitted: "Somebody came in with one of these tickets",
  payment_closed: "This payment is closed",
  refund_too_high: "That is more than is left of the payment",
  payment_disputed: "The buyer's bank asks for this money: wait for its decision",
  costs_more: "That place costs more than was paid",
  in_use: "This is in use",
  request_in_flight: "The same request is still being worked on",
  too_large: "That is too large",
  unsupported_media_type: "Send JSON",
  idempotency_key_reused: "This Idempotency-Key was used for a different request",
  too_many_requests: "Too many requests, please wait a moment",
  internal: "Something went wrong on our side",
  unavailable: "This is not available for a moment, please try again",
  storage_full: "There is no space left to keep this",
};

/** The ticket of a sign-in whose second factor is still to come, and the ways that are open to its person. */
export interface SecondFactorStep {
  ticket: string;
  methods: SecondFactorMethod[];
}

/** What a refusal may say beyond its code. */
export interface AppErrorDetail {
  /** Says more than the code's own sentence. */
  message?: string;
  errors?: { message: string; path: string }[];
  /** Seconds after which the same call may succeed. */
  retryAfterSeconds?: number;
  /** How a sign-in goes on that lacks its second factor. */
  secondFactor?: SecondFactorStep;
  cause?: unknown;
}

/** A refusal that the caller is meant to see; anything else that is thrown becomes a neutral 500. */
export class AppError extends Error {
  readonly code: ErrorCode;
  readonly errors: { message: string; path: string }[] | undefined;
  readonly retryAfterSeconds: number | undefined;
  readonly secondFactor: SecondFactorStep | undefined;

  constructor(code: ErrorCode, detail: AppErrorDetail = {}) {
    super(detail.message ?? plainMessage[code], { cause: detail.cause });
    this.code = code;
    this.errors = detail.errors;
    this.retryAfterSeconds = detail.retryAfterSeconds;
    this.secondFactor = detail.secondFactor;
  }

  get status(): number {
    return errorStatus[this.code];
  }

  /** The refusal as it is sent. */
  toReply(requestId?: string): ErrorReply {
    return {
      message: this.message,
      code: this.code,
      ...(this.errors ? { errors: this.errors } : {}),
      ...(requestId ? { requestId } : {}),
      ...this.secondFactor,
    };
  }
}
