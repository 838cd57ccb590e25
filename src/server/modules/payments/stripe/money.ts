import type Stripe from "stripe";
import type {
  PaymentProvider,
  ProviderRefund,
  ProviderRefundStatus,
  ProviderDispute,
  ProviderMoney,
} from "../provider.ts";
import { isReplayed, isRefused, knownOf, keysOf, type Gate } from "./gate.ts";

/** Looks up disputes at Stripe. */
export function disputesOf(stripe: Stripe, gate: Gate): Pick<PaymentProvider, "findDispute"> {
  return {
    async findDispute(ref) {
      const dispute = await knownOf(gate("read", () => stripe.disputes.retrieve(ref, { expand: ["payment_intent"] })));
      return dispute && asDispute(dispute);
    },
  };
}

/** An inquiry that the bank dropped took nothing from us: it counts as won. */
function toDisputeStatus(status: string): ProviderDispute["status"] {
  if (status === "lost") return "lost";
  return status === "won" || status === "warning_closed" || status === "prevented" ? "won" : "open";
}

/** Our own id of the payment, as we stored it in the provider's metadata. */
function paymentIdOf(intent: string | Stripe.PaymentIntent | null): string | null {
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
          const existing = await findOurs(intent, refundId);
          if (existing !== undefined) return existing;
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
      const refund = await knownOf(gate("read", () => stripe.refunds.retrieve(ref, { expand: ["payment_intent"] })));
      return refund && asRefund(refund);
    },
  };
}

const statusOf: Record<string, ProviderRefundStatus> = {
  succeeded: "done",
  failed: "failed",
  canceled: "failed",
};

/** Maps the provider's refund status to ours. */
const toRefundStatus = (status: string | null): ProviderRefundStatus => statusOf[status ?? ""] ?? "pending";

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

const limit = 100;

interface Page<Row> {
  data: Row[];
  has_more: boolean;
}

/** All pages of a list; each request takes its turn. */
async function* pagesOf<Row extends { id: string }>(
  gate: Gate,
  ask: (after: string | undefined) => Promise<Page<Row>>,
): AsyncIterable<Row> {
  let after: string | undefined;
  for (;;) {
    const page = await gate("read", () => ask(after));
    yield* page.data;
    after = page.data.at(-1)?.id;
    if (!page.has_more || after === undefined) return;
  }
}

const amountOf = ({ amount, currency, created }: { amount: number; currency: string; created: number }) => ({
  amountCents: amount,
  currency: currency.toUpperCase(),
  at: new Date(created * 1000),
});

/** Every transaction in a time span, by the provider's own list: paid charges, refunds, disputes. */
export async function* listMoney(
  stripe: Stripe,
  gate: Gate,
  span: { from: Date; to: Date },
): AsyncIterable<ProviderMoney> {
  const seconds = (instant: Date) => Math.floor(instant.getTime() / 1000);
  const created = { gte: seconds(span.from), lt: seconds(span.to) };
  const pageParams = (after: string | undefined) => ({
    created,
    limit,
    ...(after === undefined ? {} : { starting_after: after }),
  });
  const intentRef = (intent: string | { id: string } | null) =>
    typeof intent === "string" ? intent : (intent?.id ?? "");
  for await (const charge of pagesOf(gate, (after) => stripe.charges.list(pageParams(after)))) {
    if (!charge.paid) continue;
    yield {
      kind: "charge",
      ref: intentRef(charge.payment_intent) || charge.id,
      paymentId: charge.metadata.payment_id ?? null,
      refundId: null,
      status: "done",
      ...amountOf(charge),
    };
  }
  const expand = ["data.payment_intent"];
  for await (const refund of pagesOf(gate, (after) => stripe.refunds.list({ ...pageParams(after), expand }))) {
    yield {
      kind: "refund",
      ref: refund.id,
      paymentId: paymentIdOf(refund.payment_intent),
      refundId: refund.metadata?.refund_id ?? null,
      status: toRefundStatus(refund.status),
      ...amountOf(refund),
    };
  }
  for await (const dispute of pagesOf(gate, (after) => stripe.disputes.list({ ...pageParams(after), expand }))) {
    yield {
      kind: "dispute",
      ref: dispute.id,
      paymentId: paymentIdOf(dispute.payment_intent),
      refundId: null,
      status: toDisputeStatus(dispute.status),
      ...amountOf(dispute),
    };
  }
}
