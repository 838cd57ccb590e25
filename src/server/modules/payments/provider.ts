import type { IncomingHttpHeaders } from "node:http";
import type { SessionState } from "./rules.ts";

/**
 * What a provider needs to open its page. `paymentId` is also its idempotency key: asking twice opens one page, so that
 * the same attempt must always ask for the same.
 */
export interface SessionRequest {
  paymentId: string;
  /** What is paid for: the order's id. */
  subjectId: string;
  amountCents: number;
  currency: string;
  description: string;
  returnUrl: string;
  cancelUrl: string;
  /** The hold's deadline. */
  expiresAt: Date;
}

/** An attempt whose session is to be closed; `ref` is null where we never heard that it was opened. */
export type SessionToExpire = SessionRequest & { ref: string | null };

/** A provider's own word on one of its sessions. */
export interface ProviderSession {
  /** Null where it was never opened, and now never can be. */
  ref: string | null;
  paymentId: string;
  state: SessionState;
  amountCents: number;
  currency: string;
  /** The provider's name of the money that came, once it came. */
  chargeRef: string | null;
}

/** How a refund stands with its provider. `done` may still turn into `failed` when the buyer's bank sends it back. */
export type RefundState = "pending" | "done" | "failed";

/** A provider's own word on a refund; `refundId` is null for one that was not made by us. */
export interface ProviderRefund {
  /** Null where the provider refused to make it. */
  ref: string | null;
  refundId: string | null;
  /** Our own id of the payment that it takes from, where the provider tells. */
  paymentId: string | null;
  state: RefundState;
  amountCents: number;
  /** Why it failed, in the provider's words. */
  failure: string | null;
}

/** A provider's own word on a dispute. `withdrawn`: the money is with the buyer's bank at the moment. */
export interface ProviderDispute {
  ref: string;
  paymentId: string | null;
  amountCents: number;
  currency: string;
  state: "open" | "won" | "lost";
  withdrawn: boolean;
  reason: string;
  evidenceDueAt: Date | null;
}

/** The provider cannot be asked now: it is down, or too many wait for it already. */
export class ProviderBusy extends Error {
  readonly retryAfterSeconds: number;

  constructor(retryAfterSeconds: number, cause?: unknown) {
    super(`The payment provider cannot be asked for ${retryAfterSeconds} s`, { cause });
    this.retryAfterSeconds = retryAfterSeconds;
  }
}

/** The provider does not answer, says that it is broken, or is known to be down. What was asked for may have been done. */
export class ProviderDown extends ProviderBusy {}

/** One line of a provider's own list of money. `ref` is the charge's, refund's or dispute's; instants are UTC. */
export interface ProviderMoney {
  kind: "charge" | "refund" | "dispute";
  ref: string;
  paymentId: string | null;
  refundId: string | null;
  amountCents: number;
  currency: string;
  state: string;
  at: Date;
}

/** A notice whose signature was checked; its content is only a hint, what it is about is looked up. */
export interface VerifiedWebhook {
  eventId: string;
  kind: "session" | "refund" | "dispute" | "other";
  ref: string;
}

/**
 * A place that takes money for us. Every call may fail or time out, and is safe to repeat; none is made inside a
 * transaction.
 */
export interface PaymentProvider {
  readonly name: "sandbox" | "stripe";
  openSession(request: SessionRequest): Promise<{ ref: string; url: string }>;
  findSession(ref: string): Promise<ProviderSession | undefined>;
  /** Closes a session so that it can no longer be paid, where it still can be; answers how it stands then. */
  expireSession(session: SessionToExpire): Promise<ProviderSession>;
  /**
   * Sends money back. `refundId` is the idempotency key, `ref` the session, `chargeRef` the money; `isRepeat` where it may
   * have been sent before. A refusal for good is answered as state `failed`; it throws only where asking again may help.
   */
  refund(refund: {
    refundId: string;
    ref: string;
    chargeRef: string | null;
    amountCents: number;
    isRepeat: boolean;
  }): Promise<ProviderRefund>;
  findRefund(ref: string): Promise<ProviderRefund | undefined>;
  findDispute(ref: string): Promise<ProviderDispute | undefined>;
  /** Everything that moved from one instant up to another, for comparing with our own books. */
  listMoney(span: { from: Date; to: Date }): AsyncIterable<ProviderMoney>;
  /** @throws AppError `bad_signature` */
  readWebhook(headers: IncomingHttpHeaders, rawBody: string): VerifiedWebhook;
}
