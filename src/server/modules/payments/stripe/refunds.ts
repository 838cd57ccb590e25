import type Stripe from "stripe";
import type { PaymentProvider, ProviderRefund, ProviderRefundStatus } from "../provider.ts";
import { paymentIdOf } from "./disputes.ts";
import { isReplayed, isRefused, isUnknown, keysOf, type Gate } from "./gate.ts";

/** Sends and looks up refunds at Stripe. */
export function refundsOf(
  stripe: Stripe,
  gate: Gate,
  findSession: PaymentProvider["findSession"],
): Pick<PaymentProvider, "refund" | "findRefund"> {
  /** A refund of ours by the id in its metadata: it counts if a key's response can't be had. */
  async function findOurs(intent: string, refundId: string): Promise<ProviderRefund | undefined> {
    const { data } = await gate("read", () => stripe.refunds.list({ payment_intent: intent, limit: 100 }));
    const ours = data.find((refund) => refund.metadata?.refund_id === refundId);
    return ours === undefined ? undefined : asRefund(ours);
  }

  return {
    /**
     * The refund's id is the key. Keys expire after a day and can store a failure of the provider's own, so a repeat
     * looks first, and uses the next key only if it finds nothing.
     */
    async refund({ refundId, ref, chargeRef, amountCents, isRepeat }) {
      const intent = chargeRef ?? (await findSession(ref))?.chargeRef;
      if (intent === undefined || intent === null) throw new Error(`Session ${ref} has no known charge`);
      const metadata = { refund_id: refundId };
      let last: unknown;
      const before = isRepeat ? await findOurs(intent, refundId) : undefined;
      if (before !== undefined) return before;
      for (const idempotencyKey of keysOf(refundId)) {
        try {
          const params = { payment_intent: intent, amount: amountCents, metadata };
          return asRefund(await gate("refund", () => stripe.refunds.create(params, { idempotencyKey })));
        } catch (error) {
          if (!isReplayed(error) && !isRefused(error)) throw error;
          const made = await findOurs(intent, refundId);
          if (made !== undefined) return made;
          if (isRefused(error)) {
            const failure = error.code ?? error.message;
            return { ref: null, refundId, paymentId: null, status: "failed", amountCents, failure };
          }
          last = error;
        }
      }
      throw last;
    },
    async findRefund(ref) {
      try {
        return asRefund(await gate("read", () => stripe.refunds.retrieve(ref, { expand: ["payment_intent"] })));
      } catch (error) {
        if (isUnknown(error)) return undefined;
        throw error;
      }
    },
  };
}

const statusOf: Record<string, ProviderRefundStatus> = {
  succeeded: "done",
  failed: "failed",
  canceled: "failed",
};

/** Maps the provider's refund status to ours. */
export const toRefundStatus = (status: string | null): ProviderRefundStatus => statusOf[status ?? ""] ?? "pending";

function asRefund(refund: Stripe.Refund): ProviderRefund {
  const status = toRefundStatus(refund.status);
  return {
    ref: refund.id,
    refundId: refund.metadata?.refund_id ?? null,
    paymentId: paymentIdOf(refund.payment_intent),
    status,
    amountCents: refund.amount,
    failure: status === "failed" ? (refund.failure_reason ?? refund.status) : null,
  };
}
