import type Stripe from "stripe";
import type { PaymentProvider, ProviderDispute } from "../provider.ts";
import { isUnknown, type Gate } from "./gate.ts";

/** Looks up disputes at Stripe. */
export function disputesOf(stripe: Stripe, gate: Gate): Pick<PaymentProvider, "findDispute"> {
  return {
    async findDispute(ref) {
      try {
        return asDispute(await gate("read", () => stripe.disputes.retrieve(ref, { expand: ["payment_intent"] })));
      } catch (error) {
        if (isUnknown(error)) return undefined;
        throw error;
      }
    },
  };
}

/** An inquiry that the bank dropped took nothing from us: it counts as won. */
export function toDisputeStatus(status: string): ProviderDispute["status"] {
  if (status === "lost") return "lost";
  return status === "won" || status === "warning_closed" || status === "prevented" ? "won" : "open";
}

/** Our own id of the payment, as we stored it in the provider's metadata. */
export function paymentIdOf(intent: string | Stripe.PaymentIntent | null): string | null {
  return typeof intent === "object" && intent !== null ? (intent.metadata.payment_id ?? null) : null;
}

function asDispute(dispute: Stripe.Dispute): ProviderDispute {
  const moved = dispute.balance_transactions.reduce((sum, { amount }) => sum + amount, 0);
  const dueBy = dispute.evidence_details.due_by;
  return {
    ref: dispute.id,
    paymentId: paymentIdOf(dispute.payment_intent),
    amountCents: dispute.amount,
    currency: dispute.currency.toUpperCase(),
    status: toDisputeStatus(dispute.status),
    withdrawn: moved < 0,
    reason: dispute.reason,
    evidenceDueAt: dueBy === null ? null : new Date(dueBy * 1000),
  };
}
