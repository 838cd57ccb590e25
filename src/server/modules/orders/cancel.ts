import { AppError } from "#server/platform/app-error.ts";
import { inTransaction } from "#server/platform/db/database.ts";
import type { Deps } from "#server/platform/deps.ts";
import type { Principal } from "#server/platform/http/principal.ts";
import { lockHolders, releaseHolds } from "#server/modules/inventory/index.ts";
import { endPayments, type Payments } from "#server/modules/payments/index.ts";
import * as store from "./store.ts";

/**
 * Cancels an unpaid order and puts its stock back on sale. If a payment page is open, the payment provider closes it
 * first; if the buyer paid in the meantime, the order is paid and can't be canceled. Canceling twice has the same
 * effect as once.
 *
 * @throws AppError `not_found` | `order_closed` | `unavailable`
 */
export async function cancelOrder(deps: Deps, payments: Payments, person: Principal, orderId: string): Promise<void> {
  const [order] = await store.findOrders(deps.db, [orderId]);
  if (order === undefined || order.userId !== person.id) throw new AppError("not_found");
  if (order.status === "paying" && !(await endPayments(deps, payments, orderId))) {
    throw new AppError("order_closed", { message: "This order is already paid" });
  }
  const moved = await inTransaction(deps.db, async (tx) => {
    // Lock stock before the order, as when holds expire: see docs/how-it-works/holds.md for the lock order.
    await lockHolders(tx, [orderId]);
    const gone = await store.moveOrders(tx, [orderId], ["awaiting_payment"], "canceled");
    if (gone.length > 0) await releaseHolds(tx, gone);
    return gone.length > 0;
  });
  if (moved) return;
  const [after] = await store.findOrders(deps.db, [orderId]);
  if (after!.paidAt !== null) throw new AppError("order_closed", { message: "This order is already paid" });
  if (after!.status === "paying") throw new AppError("request_in_flight", { retryAfterSeconds: 1 });
}
