import type { IncomingHttpHeaders } from "node:http";
import type { SessionState } from "./rules.ts";

/** What a provider needs to open its page. `paymentId` is also its idempotency key: asking twice opens one page. */
export interface SessionRequest {
  paymentId: string;
  amountCents: number;
  currency: string;
  description: string;
  returnUrl: string;
  cancelUrl: string;
  expiresAt: Date;
}

/** A provider's own word on one of its sessions. */
export interface ProviderSession {
  ref: string;
  paymentId: string;
  state: SessionState;
  amountCents: number;
  currency: string;
}

/** A notice whose signature was checked; its content is only a hint, the session is looked up. */
export interface VerifiedWebhook {
  eventId: string;
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
  expireSession(paymentId: string): Promise<ProviderSession>;
  /** Sends money back. `refundId` is the idempotency key. */
  refund(refund: { refundId: string; ref: string; amountCents: number }): Promise<{ ref: string }>;
  /** @throws AppError `bad_signature` */
  readWebhook(headers: IncomingHttpHeaders, rawBody: string): VerifiedWebhook;
}
