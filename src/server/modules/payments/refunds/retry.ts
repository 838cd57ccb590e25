import { AppError } from "#server/platform/app-error.ts";
import type { Tx } from "#server/platform/db/database.ts";
import type { Deps } from "#server/platform/deps.ts";
import { newId } from "#server/platform/ids.ts";
import * as store from "./store.ts";

/**
 * Retries a refund, in the caller's transaction. A refund that is still to be sent is due at once; a refund that failed
 * for good gets one replacement, however many ask for it. A refund that is done stays.
 *
 * @throws AppError `refund_too_high` when the money was refunded otherwise meanwhile; `payment_disputed` while the
 *   buyer's bank disputes the same money
 */
export async function retryRefund(deps: Pick<Deps, "bus" | "nudge">, tx: Tx, refundId: string): Promise<void> {
  const refund = await store.lockRefund(tx, { id: refundId, providerRef: "" });
  if (refund === undefined || refund.status === "done") return;
  if (refund.status === "pending") {
    await store.makeDue(tx, refundId);
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
  await store.noteProgress(tx, [paymentId]);
  if (orderRefundId !== null) await deps.bus.emit(tx, "payment.refund_retried", [{ orderRefundId }]);
  deps.nudge("refunds");
}
