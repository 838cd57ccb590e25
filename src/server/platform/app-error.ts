import type { ProofChallenge } from "#contract/proof/challenge.ts";
import { errorStatus, type ErrorCode, type ErrorReply, type SecondFactorMethod } from "#contract/errors.ts";

const plainMessage: Record<ErrorCode, string> = {
  invalid_input: "Something you entered isn't valid. Check it and try again.",
  idempotency_key_required: "This request needs an Idempotency-Key header",
  not_signed_in: "Please sign in",
  wrong_password: "Invalid username or password",
  second_factor_required: "One more step: confirm it's you",
  second_factor_wrong: "That code is wrong or was already used",
  sign_in_expired: "Your sign-in timed out. Please start over.",
  passkey_refused: "We couldn't sign you in with that passkey. Sign in another way.",
  identity_refused: "We couldn't verify this sign-in. Please try again.",
  bad_signature: "The signature doesn't match",
  not_allowed: "Your account doesn't have permission to do that",
  foreign_origin: "This request came from another site",
  suspended: "This account is suspended",
  second_factor_missing: "Staff must use two-factor authentication. Set it up in your account first.",
  confirmation_required: "Confirm it's you first",
  chat_banned: "You're banned from this chat",
  community_muted: "A moderator muted you. You can read, but not post.",
  not_found: "We can't find that",
  account_not_found: "Account not found",
  username_taken: "Username already exists",
  email_taken: "This email belongs to another account",
  email_on_file: "This account has a confirmed email, so its owner can request the link",
  last_admin: "This is the last admin. Make someone else an admin first.",
  tickets_ahead: "This account has tickets for upcoming events",
  payment_under_way: "A payment is in progress. Please wait until it's done.",
  items_ahead: "An order with items is still on its way. Please wait until it has arrived.",
  link_over: "This link was already used or has expired",
  already_exists: "That already exists",
  edited_meanwhile: "Someone else saved changes to this first",
  attendee_update_required: "People have tickets to this event. Choose whether to email them.",
  has_sales: "This event has tickets sold or in checkout",
  not_a_draft: "Only drafts can be deleted. Unpublish this event first.",
  not_ready: "This can't be published yet. Fill in what's missing first.",
  status_final: "This event was canceled. That can't be undone.",
  total_changed: "Your total changed. You weren't charged. Check the new total and try again.",
  sold_out: "There aren't enough left",
  in_carts: "All in carts. More may come back in a few minutes",
  sales_closed: "This isn't on sale right now",
  over_limit: "That's over the limit per person",
  capacity_taken: "More than that is already sold or on hold",
  code_invalid: "This code doesn't apply",
  order_closed: "This order can't be changed anymore",
  already_refunded: "This was already refunded",
  refund_closed: "These tickets can't be refunded here anymore",
  second_person_needed: "A second admin has to approve this",
  ticket_admitted: "One ticket is already checked in",
  payment_closed: "This payment is closed",
  refund_too_high: "That's more than what's left to refund",
  payment_disputed: "The buyer's bank is disputing this payment. Wait for its decision.",
  costs_more: "The new ticket type costs more than was paid",
  in_use: "This is in use",
  chat_closed: "This chat is closed right now",
  chat_refused: "This message can't be posted here. Change it and try again.",
  post_refused: "This can't be posted. Change it and try again.",
  slow_mode: "Slow mode is on. Wait a moment before your next message.",
  request_in_flight: "The same request is still in progress",
  too_large: "That's too large",
  range_outside: "This file has no such part",
  unsupported_media_type: "Send the request body as JSON",
  idempotency_key_reused: "This Idempotency-Key was used for a different request",
  too_many_requests: "Too many requests. Please wait a moment.",
  proof_required:
    "A lot of people are using your network right now, so we need a quick check from your browser. Turn on JavaScript and try again.",
  confirm_email: "Too many of these were held and never paid for. Confirm your email with a code to get yours",
  free_limit:
    "This email or network has reached today's limit of free orders. Sign in with a confirmed email, or try again tomorrow.",
  internal: "Something went wrong on our side",
  unavailable: "This isn't available right now. Please try again in a moment.",
  storage_full: "There's no storage space left for this",
};

/** The token of a sign-in that still needs its second factor, and the methods the person can use. */
interface SecondFactorStep {
  ticket: string;
  methods: SecondFactorMethod[];
}

/** Optional details of an error beyond its code. */
export interface AppErrorDetail {
  /** Replaces the code's default message. */
  message?: string;
  errors?: { message: string; path: string }[];
  /** Seconds after which the same call may succeed. */
  retryAfterSeconds?: number;
  /** How to continue a sign-in that still needs its second factor. */
  secondFactor?: SecondFactorStep;
  /** What a `proof_required` wants proven; the route adds the challenge to it. */
  ask?: { purpose: string; subject: string };
  /** The challenge of a `proof_required`. */
  proof?: ProofChallenge;
  /** True if a code that is emailed to the buyer serves as well. */
  canConfirmEmail?: boolean;
  /** What an order costs now, of a `total_changed`. */
  totals?: ErrorReply["totals"];
  /** The name of the limit that was reached. Only the metrics show it. */
  limit?: string;
  cause?: unknown;
}

/** An error that the caller is meant to see. Anything else that is thrown becomes a neutral 500. */
export class AppError extends Error {
  readonly code: ErrorCode;
  readonly errors: { message: string; path: string }[] | undefined;
  readonly retryAfterSeconds: number | undefined;
  readonly secondFactor: SecondFactorStep | undefined;
  readonly ask: AppErrorDetail["ask"];
  readonly proof: ProofChallenge | undefined;
  readonly canConfirmEmail: boolean | undefined;
  readonly totals: ErrorReply["totals"];
  readonly limit: string | undefined;

  constructor(code: ErrorCode, detail: AppErrorDetail = {}) {
    super(detail.message ?? plainMessage[code], { cause: detail.cause });
    this.code = code;
    this.errors = detail.errors;
    this.retryAfterSeconds = detail.retryAfterSeconds;
    this.secondFactor = detail.secondFactor;
    this.ask = detail.ask;
    this.proof = detail.proof;
    this.canConfirmEmail = detail.canConfirmEmail;
    this.totals = detail.totals;
    this.limit = detail.limit;
  }

  get status(): number {
    return errorStatus[this.code];
  }

  /** The error as it is sent. */
  toReply(requestId?: string): ErrorReply {
    return {
      message: this.message,
      code: this.code,
      ...(this.errors ? { errors: this.errors } : {}),
      ...(requestId ? { requestId } : {}),
      ...this.secondFactor,
      ...(this.proof ? { proof: this.proof } : {}),
      ...(this.canConfirmEmail ? { canConfirmEmail: true } : {}),
      ...(this.totals ? { totals: this.totals } : {}),
    };
  }
}

/** An error that names the one field to blame. */
export function fieldError(path: string, message: string, code: ErrorCode = "invalid_input"): AppError {
  return new AppError(code, { message, errors: [{ message, path }] });
}

/** @throws AppError with this code if there is no such row */
export function requireFound<Row>(row: Row | undefined, code: ErrorCode = "not_found"): Row {
  if (row === undefined) throw new AppError(code);
  return row;
}

/** @throws AppError `edited_meanwhile` if someone saved the row since `version` was read */
export function requireVersion(row: { version: number }, version: number): void {
  if (row.version !== version) throw new AppError("edited_meanwhile");
}

/** The site can't start. The message tells the operator why and what to do: print it alone, without a stack trace. */
export class StartFailure extends Error {
  override readonly name = "StartFailure";
}

/** Where a start reports what it does, one sentence per call. The site's logger fits. */
export interface StartLog {
  info(message: string): void;
  warn(message: string): void;
  error(message: string): void;
}
