import type Stripe from "stripe";
import type { PaymentProvider, ProviderRefund, RefundState } from "../provider.ts";
import { paymentIdOf } from "./disputes.ts";
import { isKept, isRefused, isUnknown, keysOf, type Gate } from "./gate.ts";

/** Money on its way back. */
export function refundsOf(
  stripe: Stripe,
  gate: Gate,
  findSession: PaymentProvider["findSession"],
): Pick<PaymentProvider, "refund" | "findRefund"> {
  /** A refund of ours by the id that we wrote on it: what counts where a key's answer cannot be had. */
  async function findOurs(intent: string, refundId: string): Promise<ProviderRefund | undefined> {
    const { data } = await gate("read", () => stripe.refunds.list({ payment_intent: intent, limit: 100 }));
    const ours = data.find((refund) => refund.metadata?.refund_id === refundId);
    return ours === undefined ? undefined : asRefund(ours);
  }

  return {
    /**
     * The refund's id is the key. Keys are forgotten after a day and may keep a failure of the provider's own: so a repeat
     * looks first, and the next key is only used where a look finds nothing.
     */
    async refund({ refundId, ref, chargeRef, amountCents, isRepeat }) {
      const intent = chargeRef ?? (await findSession(ref))?.chargeRef;
      if (intent === undefined || intent === null) throw new Error(`No money is known for session ${ref}`);
      const metadata = { refund_id: refundId };
      let last: unknown;
      const before = isRepeat ? await findOurs(intent, refundId) : undefined;
      if (before !== undefined) return before;
      for (const idempotencyKey of keysOf(refundId)) {
        try {
          const params = { payment_intent: intent, amount: amountCents, metadata };
          return asRefund(await gate("refund", () => stripe.refunds.create(params, { idempotencyKey })));
        } catch (error) {
          if (!isKept(error) && !isRefused(error)) throw error;
          const made = await findOurs(intent, refundId);
          if (made !== undefined) return made;
          if (isRefused(error)) {
            const failure = error.code ?? error.message;
            return { ref: null, refundId, paymentId: null, state: "failed", amountCents, failure };
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

const stateOf: Record<string, RefundState> = {
  succeeded: "done",
  failed: "failed",
  canceled: "failed",
};

/** How the provider's word for a refund's state reads with us. */
export const refundState = (status: string | null): RefundState => stateOf[status ?? ""] ?? "pending";

function asRefund(refund: Stripe.Refund): ProviderRefund {
  const state = refundState(refund.status);
  return {
    ref: refund.id,
    refundId: refund.metadata?.refund_id ?? null,
    paymentId: paymentIdOf(refund.payment_intent),
    state,
    amountCents: refund.amount,
    failure: state === "failed" ? (refund.failure_reason ?? refund.status) : null,
  };
}
