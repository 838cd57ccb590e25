import type { IncomingHttpHeaders } from "node:http";
import type { PaymentMethod } from "#contract/payments/methods.ts";

/**
 * What a provider needs to open its page. `paymentId` is also its idempotency key: asking twice opens one page, so the
 * same attempt must always send the same request.
 */
export interface SessionRequest {
  paymentId: string;
  /** What is paid for: the order's id. */
  subjectId: string;
  amountCents: number;
  currency: string;
  description: string;
  /** What the page offers besides cards. */
  methods: PaymentMethod[];
  returnUrl: string;
  cancelUrl: string;
  /** The hold's deadline. */
  expiresAt: Date;
}

/** An attempt whose session is to be closed; `ref` is null if we never heard that it opened. */
export type SessionToExpire = SessionRequest & { ref: string | null };

/** What a provider reports about its own session. */
export const sessionStatuses = ["open", "processing", "declined", "approved", "canceled", "expired"] as const;
export type SessionStatus = (typeof sessionStatuses)[number];

/** A provider's report on one of its sessions. */
export interface ProviderSession {
  /** Null if it was never opened, and now never can be. */
  ref: string | null;
  paymentId: string;
  status: SessionStatus;
  amountCents: number;
  currency: string;
  /** The provider's id of the captured money, once there is any. */
  chargeRef: string | null;
}

/** A refund's status at its provider. `done` can still become `failed` when the buyer's bank returns it. */
export const providerRefundStatuses = ["pending", "done", "failed"] as const;
export type ProviderRefundStatus = (typeof providerRefundStatuses)[number];

/** A provider's report on a refund; `refundId` is null for one that we didn't make. */
export interface ProviderRefund {
  /** Null if the provider refused to make it. */
  ref: string | null;
  refundId: string | null;
  /** Our own id of the refunded payment, if the provider reports it. */
  paymentId: string | null;
  status: ProviderRefundStatus;
  amountCents: number;
  /** Why it failed, in the provider's words. */
  failure: string | null;
}

/** A provider's report on a dispute. `withdrawn`: the buyer's bank has the money at the moment. */
export interface ProviderDispute {
  ref: string;
  paymentId: string | null;
  amountCents: number;
  currency: string;
  status: "open" | "won" | "lost";
  withdrawn: boolean;
  reason: string;
  evidenceDueAt: Date | null;
}

/** The provider can't be called now: it is down, or too many calls are waiting. */
export class ProviderBusy extends Error {
  readonly retryAfterSeconds: number;

  constructor(retryAfterSeconds: number, cause?: unknown) {
    super(`The payment provider can't be called for ${retryAfterSeconds} s`, { cause });
    this.retryAfterSeconds = retryAfterSeconds;
  }
}

/** The provider doesn't respond, reports an outage, or is known to be down. The request may have been carried out. */
export class ProviderDown extends ProviderBusy {}

/** One line of a provider's list of transactions. `ref` is the id of the charge, refund or dispute; times are UTC. */
export interface ProviderMoney {
  kind: "charge" | "refund" | "dispute";
  ref: string;
  paymentId: string | null;
  refundId: string | null;
  amountCents: number;
  currency: string;
  status: string;
  at: Date;
}

/** What a webhook event can be about. */
export const webhookKinds = ["session", "refund", "dispute", "other"] as const;

/** A webhook event with a checked signature; its content is only a hint, and the server looks up its subject. */
export interface VerifiedWebhook {
  webhookEventId: string;
  kind: (typeof webhookKinds)[number];
  ref: string;
}

/** The providers that there are. */
export const providerNames = ["sandbox", "stripe"] as const;

/** A payment provider. Every call can fail or time out, and is safe to repeat; no call is made inside a transaction. */
export interface PaymentProvider {
  readonly name: (typeof providerNames)[number];
  openSession(request: SessionRequest): Promise<{ ref: string; url: string }>;
  findSession(ref: string): Promise<ProviderSession | undefined>;
  /** Closes a session if that is still possible, so that it can't be paid anymore; returns its status then. */
  expireSession(session: SessionToExpire): Promise<ProviderSession>;
  /**
   * Sends a refund. `refundId` is the idempotency key, `ref` the session, `chargeRef` the charge; `isRepeat` if it may
   * have been sent before. A final refusal returns state `failed`; it throws only if another attempt may help.
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
  /** Every transaction in a time span, for comparing with our own ledger. */
  listMoney(span: { from: Date; to: Date }): AsyncIterable<ProviderMoney>;
  /** @throws AppError `bad_signature` */
  readWebhook(headers: IncomingHttpHeaders, rawBody: string): VerifiedWebhook;
}
