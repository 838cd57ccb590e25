import { AppError } from "#server/platform/app-error.ts";
import { type Tx, inTransaction } from "#server/platform/db/database.ts";
import type { Deps } from "#server/platform/deps.ts";
import { newId } from "#server/platform/ids.ts";
import * as store from "./store.ts";
import type { RefundReason } from "../domain-events.ts";
import { closeDiscrepancy, insertDiscrepancies } from "../discrepancies-store.ts";
import type { ProviderRefund, ProviderRefundStatus, PaymentProvider } from "../provider.ts";
import { findCapturedCurrencies, refundFailedOf, refundSentOf, postEntries } from "#server/modules/ledger/index.ts";
import { type WebhookEvent, storeWebhookEvents } from "../inbox.ts";
import { moves } from "../rules.ts";

/**
 * Retries a refund, in the caller's transaction. A refund that is still to be sent is due at once; a refund that failed
 * for good gets one replacement, however many ask for it. A refund that is done stays.
 *
 * @throws AppError `refund_too_high` when the money was refunded otherwise meanwhile; `payment_disputed` while the
 *   buyer's bank disputes the same money
 */
export async function retryRefund(deps: Deps, tx: Tx, refundId: string): Promise<void> {
  const refund = await store.lockRefund(tx, { id: refundId, providerRef: "" });
  if (refund === undefined || refund.status === "done") return;
  if (refund.status === "pending") {
    await store.scheduleNow(tx, refundId);
    return deps.nudge("refunds");
  }
  if (await store.isRetried(tx, refundId)) return;
  const { paymentId, orderRefundId, amountCents, reason } = refund;
  const left = await store.findLeft(tx, [paymentId]);
  if ((left.get(paymentId) ?? 0) < amountCents) throw new AppError("refund_too_high");
  const payments = await store.lockMoney(tx, [refund.subjectId]);
  if (payments.some((payment) => payment.id === paymentId && payment.isDisputed)) {
    throw new AppError("payment_disputed");
  }
  await store.insertRefunds(tx, [{ id: newId(), paymentId, orderRefundId, amountCents, reason, retries: refundId }]);
  await store.recordProgress(tx, [paymentId]);
  if (orderRefundId !== null) await deps.bus.emit(tx, "payment.refund_retried", [{ orderRefundId }]);
  deps.nudge("refunds");
}

/** A refund to make for a subject, in cents of its payment's currency. */
interface RefundWish {
  subjectId: string;
  amountCents: number;
  reason: RefundReason;
  /** What asked for it; at most one of its refunds is open or done. */
  orderRefundId: string | null;
}

/**
 * Opens a refund of a subject's payment, in the caller's transaction; the `refunds` job sends it. A payment can have
 * many, together never more than it captured: its row is locked, so concurrent calls take turns.
 *
 * @throws AppError `refund_too_high` beyond what is left of the payment; `payment_disputed` while the buyer's bank
 *   disputes the same money
 */
export async function openRefund(
  deps: Deps,
  tx: Tx,
  { subjectId, amountCents, reason, orderRefundId }: RefundWish,
): Promise<{ refundId: string }> {
  const payments = await store.lockMoney(tx, [subjectId]);
  const left = await store.findLeft(
    tx,
    payments.map((payment) => payment.id),
  );
  const payment = payments.find(({ id }) => (left.get(id) ?? 0) >= amountCents);
  if (payment === undefined || amountCents <= 0) throw new AppError("refund_too_high");
  if (payment.isDisputed) throw new AppError("payment_disputed");
  const refundId = newId();
  await store.insertRefunds(tx, [{ id: refundId, paymentId: payment.id, orderRefundId, amountCents, reason }]);
  await store.recordProgress(tx, [payment.id]);
  deps.nudge("refunds");
  return { refundId };
}

/**
 * Refunds captured payments in full because their subject couldn't be delivered. Part of the transaction that found
 * out; the `refunds` job calls the provider later. Leaves out refunds already on their way.
 */
export async function returnMoney(
  deps: Deps,
  tx: Tx,
  returns: { paymentId: string; reason: RefundReason }[],
): Promise<void> {
  if (returns.length === 0) return;
  const left = await store.findLeft(
    tx,
    returns.map((entry) => entry.paymentId),
  );
  const refunds = returns.flatMap(({ paymentId, reason }) => {
    const amountCents = left.get(paymentId) ?? 0;
    return amountCents > 0 ? [{ id: newId(), paymentId, orderRefundId: null, amountCents, reason }] : [];
  });
  if (refunds.length === 0) return;
  await store.insertRefunds(tx, refunds);
  await store.recordProgress(
    tx,
    refunds.map(({ paymentId }) => paymentId),
  );
  deps.nudge("refunds");
}

/**
 * Imports a refund that was made at the provider and not by us, so that we treat it as ours from now on. Of any number
 * of reports about it, on any node, one imports it: they take turns at the payment's lock and then look again.
 *
 * @returns it, locked; undefined for money that isn't ours, and for a refund that failed before we heard of it
 * @throws Error while refunds would exceed the payment: a refund of ours is in progress that the provider will
 *   refuse, or our ledger of this payment is wrong; the report waits and is processed again
 */
async function importRefund(deps: Deps, tx: Tx, report: ProviderRefund): Promise<store.RefundRow | undefined> {
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
  await store.recordSent(tx, refund.id, report.ref);
  await store.recordProgress(tx, [payment.id]);
  return store.lockRefund(tx, { id: null, providerRef: report.ref });
}

/** Opens a discrepancy so that staff match tickets to an external refund; resolves it if that refund fails. */
async function trackExternalRefund(tx: Tx, refund: store.RefundRow, now: ProviderRefundStatus): Promise<void> {
  if (refund.orderRefundId !== null) return;
  const subject = { orderId: refund.subjectId, paymentId: refund.paymentId, refundId: refund.id, ref: null };
  if (now === "failed") await closeDiscrepancy(tx, { kind: "external_refund", ...subject });
  else
    await insertDiscrepancies(tx, [
      { kind: "external_refund", ...subject, detail: { amountCents: refund.amountCents } },
    ]);
}

/**
 * Sends due refunds to the provider, each with its own key, and looks up those that it accepted but hasn't finished.
 * Refunds that couldn't be sent stay due, with growing pauses.
 *
 * @returns true when more may be waiting
 */
export async function sendRefunds(
  deps: Deps,
  payments: { providerOf: (name: PaymentProvider["name"]) => PaymentProvider },
): Promise<boolean> {
  const due = await store.claimDueRefunds(deps.db, 20);
  for (const refund of due) {
    try {
      const report = await askAbout(payments.providerOf(refund.provider), refund);
      await inTransaction(deps.db, (tx) => settleRefund(deps, tx, report));
    } catch (error) {
      deps.log.error({ err: error, refundId: refund.id }, "couldn't send a refund; will try again");
      await store.recordRefundError(deps.db, refund.id, String(error));
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
  const refund = (await store.lockRefund(tx, by)) ?? (await importRefund(deps, tx, report));
  if (refund === undefined) return;
  if (report.status === "pending") return store.recordSent(tx, refund.id, report.ref);
  if (!moves(refund.status, report.status)) return;
  const failure = report.status === "failed" ? (report.failure ?? "unknown") : null;
  await store.moveRefund(tx, { id: refund.id, status: report.status, providerRef: report.ref, failure });
  await store.recordProgress(tx, [refund.paymentId]);
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
