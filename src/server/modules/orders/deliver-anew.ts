import { issueMissingTickets } from "#server/modules/tickets/index.ts";
import { findKeptPayment, lockPayments, returnMoney } from "#server/modules/payments/index.ts";
import { AppError } from "#server/platform/app-error.ts";
import type { Tx } from "#server/platform/db/database.ts";
import type { Deps } from "#server/platform/deps.ts";
import { fulfilOrders, ticketsOf } from "./fulfil.ts";
import { lockCancelled } from "./reach/store.ts";
import * as store from "./store.ts";

/**
 * Gives an order what its money paid for, where it has not got it: takes its stock anew if enough is left, makes it paid,
 * issues the tickets that are not there. An order that has everything stays as it is, so two staff at once do it once.
 *
 * @throws AppError `sold_out` when too little is left | `order_closed` when its night is off; the money then stays
 */
export async function deliverAnew(deps: Deps, tx: Tx, orderId: string): Promise<void> {
  const payment = await findKeptPayment(tx, orderId);
  if (payment !== undefined) await lockPayments(tx, [payment.id]);
  const [order] = await store.lockOrders(tx, [orderId]);
  if (order === undefined) return;
  if (order.paidAt !== null) {
    if (order.status !== "paid") return;
    const lines = await store.findLines(tx, [orderId]);
    return issueMissingTickets(
      tx,
      lines.map((line) => ticketsOf(line, order)),
    );
  }
  // It may have gone back while we waited for its lock.
  if ((await findKeptPayment(tx, orderId)) === undefined) return;
  if ((await lockCancelled(tx, [orderId])).size > 0) {
    throw new AppError("order_closed", { message: "The night is off: only the money can go back" });
  }
  await fulfilOrders(deps, tx, [{ subjectId: orderId, paymentId: payment!.id }]);
  const [after] = await store.findOrders(tx, [orderId]);
  // Nothing of it is kept then: who decides here may still want to deliver something else.
  if (after!.paidAt === null) throw new AppError("sold_out", { message: "Too few tickets are left for this order" });
}

/**
 * Sends a kept payment back whose order is not paid by it, or that belongs to none. What went back already, or has paid
 * its order meanwhile, stays as it is.
 */
export async function giveMoneyBack(deps: Deps, tx: Tx, paymentId: string): Promise<void> {
  const [payment] = await lockPayments(tx, [paymentId]);
  if (payment?.status !== "captured") return;
  const [order] = await store.lockOrders(tx, [payment.subjectId]);
  if (order !== undefined && order.paidAt !== null) return;
  await returnMoney(deps, tx, [{ paymentId, reason: "not_delivered" }]);
}
