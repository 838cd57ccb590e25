import { findCapturedPayment, lockPayments, returnMoney } from "#server/modules/payments/index.ts";
import { AppError } from "#server/platform/app-error.ts";
import type { Tx } from "#server/platform/db/database.ts";
import type { Deps } from "#server/platform/deps.ts";
import { completeOrders, deliverLines, lockCanceled } from "./complete.ts";
import * as store from "./store.ts";

/**
 * Delivers what a paid order is missing: takes its stock again if enough is left, marks it paid, and issues the missing
 * tickets. A complete order stays as it is, so two staff acting at once deliver once.
 *
 * @throws AppError `sold_out` when too little is left | `order_closed` when its event is canceled; the money then
 *   stays
 */
export async function resendOrder(deps: Deps, tx: Tx, orderId: string): Promise<void> {
  const payment = await findCapturedPayment(tx, orderId);
  if (payment !== undefined) await lockPayments(tx, [payment.id]);
  const [order] = await store.lockOrders(tx, [orderId]);
  if (order === undefined) return;
  if (order.paidAt !== null) {
    if (order.status !== "paid") return;
    const lines = await store.findLines(deps, tx, [orderId]);
    return deliverLines(deps, tx, lines, store.byId([order]), true);
  }
  // It may have been refunded while we waited for its lock.
  if ((await findCapturedPayment(tx, orderId)) === undefined) return;
  if ((await lockCanceled(deps, tx, [orderId])).size > 0) {
    throw new AppError("order_closed", { message: "This event was canceled, so the payment can only be refunded" });
  }
  await completeOrders(deps, tx, [{ subjectId: orderId, paymentId: payment!.id }]);
  const [after] = await store.findOrders(tx, [orderId]);
  // The error rolls everything back: staff may still want to deliver something else.
  if (after!.paidAt === null) throw new AppError("sold_out", { message: "Not enough is left for this order" });
}

/**
 * Refunds a captured payment that didn't pay for its order, or that belongs to no order. A payment that has been
 * refunded, or has paid for its order meanwhile, stays as it is.
 */
export async function refundPayment(deps: Deps, tx: Tx, paymentId: string): Promise<void> {
  const [payment] = await lockPayments(tx, [paymentId]);
  if (payment?.status !== "captured") return;
  const [order] = await store.lockOrders(tx, [payment.subjectId]);
  if (order !== undefined && order.paidAt !== null) return;
  await returnMoney(deps, tx, [{ paymentId, reason: "not_delivered" }]);
}
