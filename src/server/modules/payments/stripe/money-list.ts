import type Stripe from "stripe";
import type { ProviderMoney } from "../provider.ts";
import { toDisputeStatus, paymentIdOf } from "./disputes.ts";
import type { Gate } from "./gate.ts";
import { toRefundStatus } from "./refunds.ts";

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

/** Every transaction in a time span, by the provider's own list: paid charges, refunds, disputes. */
export async function* listMoney(
  stripe: Stripe,
  gate: Gate,
  span: { from: Date; to: Date },
): AsyncIterable<ProviderMoney> {
  const seconds = (instant: Date) => Math.floor(instant.getTime() / 1000);
  const created = { gte: seconds(span.from), lt: seconds(span.to) };
  const asked = (after: string | undefined) => ({
    created,
    limit,
    ...(after === undefined ? {} : { starting_after: after }),
  });
  const intentRef = (intent: string | { id: string } | null) =>
    typeof intent === "string" ? intent : (intent?.id ?? "");
  for await (const charge of pagesOf(gate, (after) => stripe.charges.list(asked(after)))) {
    if (!charge.paid) continue;
    yield {
      kind: "charge",
      ref: intentRef(charge.payment_intent) || charge.id,
      paymentId: charge.metadata.payment_id ?? null,
      refundId: null,
      amountCents: charge.amount,
      currency: charge.currency.toUpperCase(),
      status: "done",
      at: new Date(charge.created * 1000),
    };
  }
  const expand = ["data.payment_intent"];
  for await (const refund of pagesOf(gate, (after) => stripe.refunds.list({ ...asked(after), expand }))) {
    yield {
      kind: "refund",
      ref: refund.id,
      paymentId: paymentIdOf(refund.payment_intent),
      refundId: refund.metadata?.refund_id ?? null,
      amountCents: refund.amount,
      currency: refund.currency.toUpperCase(),
      status: toRefundStatus(refund.status),
      at: new Date(refund.created * 1000),
    };
  }
  for await (const dispute of pagesOf(gate, (after) => stripe.disputes.list({ ...asked(after), expand }))) {
    yield {
      kind: "dispute",
      ref: dispute.id,
      paymentId: paymentIdOf(dispute.payment_intent),
      refundId: null,
      amountCents: dispute.amount,
      currency: dispute.currency.toUpperCase(),
      status: toDisputeStatus(dispute.status),
      at: new Date(dispute.created * 1000),
    };
  }
}
