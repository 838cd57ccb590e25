import type { DisputeOutcome } from "./rules.ts";

declare module "#server/platform/domain-events.ts" {
  interface DomainEventMap {
    /** The provider captured the money for a subject. The subject's owner delivers, or asks for a refund. */
    "payment.captured": { paymentId: string; subjectId: string; amountCents: number };
    /** An attempt ended without money: the buyer left its page for good, or its time ran out. */
    "payment.ended": { paymentId: string; subjectId: string; outcome: "canceled" | "expired" };
    /**
     * The provider isn't responding, so a subject's deadline moves back by this many seconds: at most once per subject.
     */
    "payment.put_off": { paymentId: string; subjectId: string; seconds: number };
    /**
     * The provider reports that money was refunded. `orderRefundId` is what asked for it; null for an automatic refund.
     */
    "payment.refunded": RefundDomainEvent;
    /** A refund failed for good: the provider gave up on it, at once or even after it had reported it done. */
    "payment.refund_failed": RefundDomainEvent & { failure: string };
    /** A failed refund of an order is being sent again. */
    "payment.refund_retried": { orderRefundId: string };
    /** A buyer's bank disputes the payment. Nobody is admitted on it while the dispute is open. */
    "payment.disputed": { disputeId: string; paymentId: string; subjectId: string; amountCents: number };
    /** The bank has decided. `leftCents`: how much of the payment is still ours. */
    "payment.dispute_closed": {
      disputeId: string;
      paymentId: string;
      subjectId: string;
      amountCents: number;
      outcome: DisputeOutcome;
      leftCents: number;
    };
  }
}

/** A refund of a payment, in cents. */
export interface RefundDomainEvent {
  refundId: string;
  orderRefundId: string | null;
  paymentId: string;
  subjectId: string;
  reason: RefundReason;
  amountCents: number;
}

/**
 * Why a payment is refunded: `provider` if someone refunded it at the payment provider instead of here; the first four
 * are automatic; `not_delivered` when staff give up on delivering; otherwise someone asked.
 */
export const refundReasons = [
  "sold_out_meanwhile",
  "event_canceled",
  "paid_twice",
  "amount_mismatch",
  "not_delivered",
  "event_postponed",
  "provider",
  "requested",
] as const;
export type RefundReason = (typeof refundReasons)[number];
