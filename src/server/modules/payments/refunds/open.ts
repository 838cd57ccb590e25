import { AppError } from "#server/platform/app-error.ts";
import type { Tx } from "#server/platform/db/database.ts";
import type { Deps } from "#server/platform/deps.ts";
import { newId } from "#server/platform/ids.ts";
import type { RefundReason } from "../domain-events.ts";
import * as store from "./store.ts";

/** A refund to make for a subject, in cents of its payment's currency. */
export interface RefundWish {
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
  deps: Pick<Deps, "nudge">,
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
  await store.noteProgress(tx, [payment.id]);
  deps.nudge("refunds");
  return { refundId };
}

/**
 * Locks the payments of subjects in id order, before the caller locks orders or stock and opens refunds. See
 * docs/how-it-works/holds.md for the lock order.
 */
export async function lockMoneyOf(tx: Tx, subjectIds: string[]): Promise<void> {
  await store.lockMoney(tx, subjectIds);
}

/**
 * Refunds captured payments in full because their subject couldn't be delivered. Part of the transaction that found
 * out; the `refunds` job calls the provider later. Leaves out refunds already on their way.
 */
export async function returnMoney(
  deps: Pick<Deps, "nudge">,
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
  await store.noteProgress(
    tx,
    refunds.map(({ paymentId }) => paymentId),
  );
  deps.nudge("refunds");
}
