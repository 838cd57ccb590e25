import type { Tx } from "#server/platform/db/database.ts";
import type { Deps } from "#server/platform/deps.ts";
import { newId } from "#server/platform/ids.ts";
import { openException, resolveExceptions } from "../exceptions/service.ts";
import type { ProviderRefund, RefundState } from "../provider.ts";
import * as store from "./store.ts";

/**
 * Takes a refund in that was made at the provider and not by us, so that from here on it is one of ours. Of any number of
 * words about it, on any node, one takes it in: they take turns at the payment's lock and then look again.
 *
 * @returns it, locked; undefined for money that is not ours, and for what failed before we heard of it
 * @throws Error while more would have gone back than came in: a refund of ours is under way that the provider will refuse,
 *   or our books of this payment are wrong; the word waits and is worked on again
 */
export async function takeIn(
  deps: Pick<Deps, "log">,
  tx: Tx,
  word: ProviderRefund,
): Promise<store.RefundRow | undefined> {
  if (word.ref === null || word.state === "failed") return undefined;
  const payment = word.paymentId === null ? undefined : await store.lockPaymentOf(tx, word.paymentId);
  if (payment === undefined) {
    deps.log.warn({ ref: word.ref }, "the provider knows a refund of money that we do not know");
    return undefined;
  }
  if (!payment.isCaptured) throw new Error(`Payment ${payment.id} went back before its money is known`);
  const known = await store.lockRefund(tx, { id: null, providerRef: word.ref });
  if (known !== undefined) return known;
  const left = (await store.findLeft(tx, [payment.id])).get(payment.id) ?? 0;
  if (left < word.amountCents) throw new Error(`Refund ${word.ref} is more than is left of payment ${payment.id}`);
  const refund = { id: newId(), paymentId: payment.id, orderRefundId: null, amountCents: word.amountCents };
  await store.insertRefunds(tx, [{ ...refund, reason: "provider" }]);
  await store.noteSent(tx, refund.id, word.ref);
  await store.noteProgress(tx, [payment.id]);
  return store.lockRefund(tx, { id: null, providerRef: word.ref });
}

/** Staff are to say which tickets die for money that went back past us; nobody is, once the money came back. */
export async function tellOfForeign(tx: Tx, refund: store.RefundRow, now: RefundState): Promise<void> {
  if (refund.orderRefundId !== null) return;
  const subject = { orderId: refund.subjectId, paymentId: refund.paymentId, refundId: refund.id, ref: null };
  if (now === "failed") await resolveExceptions(tx, [{ kind: "refund_elsewhere", ...subject }]);
  else {
    const detail = { amountCents: refund.amountCents };
    await openException(tx, { kind: "refund_elsewhere", ...subject, detail });
  }
}

/**
 * Notes which tickets a refund that was made past us is for, once; false where that was said before or its money is not
 * there. The caller has locked the payment.
 */
export function attachRefund(tx: Tx, refundId: string, orderRefundId: string): Promise<boolean> {
  return store.attach(tx, refundId, orderRefundId);
}
