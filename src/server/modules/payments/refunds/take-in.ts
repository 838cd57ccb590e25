import type { Tx } from "#server/platform/db/database.ts";
import type { Deps } from "#server/platform/deps.ts";
import { newId } from "#server/platform/ids.ts";
import { openDiscrepancy, resolveDiscrepancies } from "../discrepancies/service.ts";
import type { ProviderRefund, ProviderRefundStatus } from "../provider.ts";
import * as store from "./store.ts";

/**
 * Imports a refund that was made at the provider and not by us, so that we treat it as ours from now on. Of any number
 * of reports about it, on any node, one imports it: they take turns at the payment's lock and then look again.
 *
 * @returns it, locked; undefined for money that isn't ours, and for a refund that failed before we heard of it
 * @throws Error while refunds would exceed the payment: a refund of ours is in progress that the provider will
 *   refuse, or our ledger of this payment is wrong; the report waits and is processed again
 */
export async function takeIn(
  deps: Pick<Deps, "log">,
  tx: Tx,
  report: ProviderRefund,
): Promise<store.RefundRow | undefined> {
  if (report.ref === null || report.status === "failed") return undefined;
  const payment = report.paymentId === null ? undefined : await store.lockPaymentOf(tx, report.paymentId);
  if (payment === undefined) {
    deps.log.warn({ ref: report.ref }, "the payment provider reported a refund for an unknown payment");
    return undefined;
  }
  if (!payment.isCaptured) throw new Error(`Payment ${payment.id} was refunded before it was captured`);
  const known = await store.lockRefund(tx, { id: null, providerRef: report.ref });
  if (known !== undefined) return known;
  const left = (await store.findLeft(tx, [payment.id])).get(payment.id) ?? 0;
  if (left < report.amountCents) throw new Error(`Refund ${report.ref} exceeds what is left of payment ${payment.id}`);
  const refund = { id: newId(), paymentId: payment.id, orderRefundId: null, amountCents: report.amountCents };
  await store.insertRefunds(tx, [{ ...refund, reason: "provider" }]);
  await store.noteSent(tx, refund.id, report.ref);
  await store.noteProgress(tx, [payment.id]);
  return store.lockRefund(tx, { id: null, providerRef: report.ref });
}

/** Opens a discrepancy so that staff match tickets to an external refund; resolves it if that refund fails. */
export async function trackExternalRefund(tx: Tx, refund: store.RefundRow, now: ProviderRefundStatus): Promise<void> {
  if (refund.orderRefundId !== null) return;
  const subject = { orderId: refund.subjectId, paymentId: refund.paymentId, refundId: refund.id, ref: null };
  if (now === "failed") await resolveDiscrepancies(tx, [{ kind: "external_refund", ...subject }]);
  else {
    const detail = { amountCents: refund.amountCents };
    await openDiscrepancy(tx, { kind: "external_refund", ...subject, detail });
  }
}

/**
 * Links an external refund to its order refund, once; false if that was done before or the refund isn't done. The
 * caller has locked the payment.
 */
export function attachRefund(tx: Tx, refundId: string, orderRefundId: string): Promise<boolean> {
  return store.attach(tx, refundId, orderRefundId);
}
