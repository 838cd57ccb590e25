import { inTransaction, type Tx } from "#server/platform/db/database.ts";
import type { Deps } from "#server/platform/deps.ts";
import { findCapturedCurrencies, refundFailedOf, refundSentOf, postEntries } from "#server/modules/ledger/index.ts";
import { type WebhookEvent, storeWebhookEvents } from "../inbox.ts";
import type { PaymentProvider, ProviderRefund } from "../provider.ts";
import type { Payments } from "../service.ts";
import { moves } from "../rules.ts";
import { takeIn, trackExternalRefund } from "./take-in.ts";
import * as store from "./store.ts";

/**
 * Sends due refunds to the provider, each with its own key, and looks up those that it accepted but hasn't finished.
 * Refunds that couldn't be sent stay due, with growing pauses.
 *
 * @returns true when more may be waiting
 */
export async function sendRefunds(deps: Deps, payments: Pick<Payments, "providerOf">): Promise<boolean> {
  const due = await store.claimDueRefunds(deps.db, 20);
  for (const refund of due) {
    try {
      const report = await askAbout(payments.providerOf(refund.provider), refund);
      await inTransaction(deps.db, (tx) => settleRefund(deps, tx, report));
    } catch (error) {
      deps.log.error({ err: error, refundId: refund.id }, "couldn't send a refund; will try again");
      await store.noteRefundError(deps.db, refund.id, String(error));
    }
  }
  return due.length === 20;
}

async function askAbout(provider: PaymentProvider, refund: store.RefundRow): Promise<ProviderRefund> {
  const known = refund.providerRef === null ? undefined : await provider.findRefund(refund.providerRef);
  if (known === undefined && refund.reason === "provider") {
    throw new Error(`The payment provider can't find its own refund ${refund.providerRef}`);
  }
  return (
    known ??
    (await provider.refund({
      refundId: refund.id,
      ref: refund.sessionRef,
      chargeRef: refund.chargeRef,
      amountCents: refund.amountCents,
      isRepeat: refund.attempts > 1,
    }))
  );
}

/**
 * Updates a refund to its provider's status and emits the change, in one transaction with the webhook event that caused
 * the lookup. A repeated report changes nothing, in any order.
 */
export async function settleRefund(
  deps: Deps,
  tx: Tx,
  report: ProviderRefund,
  webhookEvent?: WebhookEvent,
): Promise<void> {
  if (webhookEvent !== undefined) await storeWebhookEvents(tx, [webhookEvent], true);
  const by = { id: report.refundId, providerRef: report.ref };
  const refund = (await store.lockRefund(tx, by)) ?? (await takeIn(deps, tx, report));
  if (refund === undefined) return;
  if (report.status === "pending") return store.noteSent(tx, refund.id, report.ref);
  if (!moves(refund.status, report.status)) return;
  const failure = report.status === "failed" ? (report.failure ?? "unknown") : null;
  await store.moveRefund(tx, { id: refund.id, status: report.status, providerRef: report.ref, failure });
  await store.noteProgress(tx, [refund.paymentId]);
  await postRefund(tx, refund, report.status);
  if (refund.reason === "provider") await trackExternalRefund(tx, refund, report.status);
  const { id: refundId, orderRefundId, paymentId, subjectId, reason, amountCents } = refund;
  const payload = { refundId, orderRefundId, paymentId, subjectId, reason, amountCents };
  if (failure === null) await deps.bus.emit(tx, "payment.refunded", [payload]);
  else await deps.bus.emit(tx, "payment.refund_failed", [{ ...payload, failure }]);
}

/**
 * Adds ledger entries for money that reached the buyer, or that was returned to us; a refund that failed on the way
 * never left us.
 */
async function postRefund(tx: Tx, refund: store.RefundRow, now: ProviderRefund["status"]): Promise<void> {
  if (now === "failed" && refund.status !== "done") return;
  const { id: refundId, paymentId, subjectId: orderId, amountCents } = refund;
  const currency = (await findCapturedCurrencies(tx, [paymentId])).get(paymentId) ?? refund.currency;
  const movement = { orderId, paymentId, refundId, amountCents, currency };
  await postEntries(tx, [now === "done" ? refundSentOf(movement) : refundFailedOf(movement)]);
}
