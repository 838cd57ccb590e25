import type { DisputeOutcome } from "./disputes/rules.ts";

declare module "#server/platform/facts.ts" {
  interface FactMap {
    /** The provider has the money for a subject. Whoever owns the subject delivers, or asks for the refund. */
    "payment.captured": { paymentId: string; subjectId: string; amountCents: number };
    /** An attempt ended without money: its page was left for good, or its time was up. */
    "payment.ended": { paymentId: string; subjectId: string; outcome: "cancelled" | "expired" };
    /** The provider does not answer, and the deadline of a subject is so many seconds later: at most once a subject. */
    "payment.put_off": { paymentId: string; subjectId: string; seconds: number };
    /** Money went back: the provider says so. `orderRefundId` is what asked for it, null when it went by itself. */
    "payment.refunded": RefundFact;
    /** Money did not go back, for good: the provider gave up on it, at once or even after it had said it was done. */
    "payment.refund_failed": RefundFact & { failure: string };
    /** Money that had failed to go back, for what an order gave back, is on its way once more. */
    "payment.refund_retried": { orderRefundId: string };
    /** A buyer's bank asks for the money back. Nobody is to come in on it while that is open. */
    "payment.disputed": { disputeId: string; paymentId: string; subjectId: string; amountCents: number };
    /** The bank has decided. `leftCents`: what of the payment is still ours after that. */
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
export interface RefundFact {
  refundId: string;
  orderRefundId: string | null;
  paymentId: string;
  subjectId: string;
  reason: RefundReason;
  amountCents: number;
}

/** Why money goes back: `provider` where somebody sent it there and not here; by itself in the first four cases, `not_delivered` when staff give up on delivering, otherwise because somebody asked. */
export type RefundReason =
  | "sold_out_meanwhile"
  | "night_cancelled"
  | "paid_twice"
  | "amount_mismatch"
  | "not_delivered"
  | "night_postponed"
  | "provider"
  | "requested";
