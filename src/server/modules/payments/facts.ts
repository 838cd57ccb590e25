declare module "#server/platform/facts.ts" {
  interface FactMap {
    /** The provider has the money for a subject. Whoever owns the subject delivers, or asks for the refund. */
    "payment.captured": { paymentId: string; subjectId: string; amountCents: number };
    /** An attempt ended without money: its page was left for good, or its time was up. */
    "payment.ended": { paymentId: string; subjectId: string; outcome: "cancelled" | "expired" };
    /** Money went back. */
    "payment.refunded": { paymentId: string; subjectId: string; reason: RefundReason; amountCents: number };
  }
}

/** Why money goes back by itself. */
export type RefundReason = "sold_out_meanwhile" | "paid_twice" | "amount_mismatch";
