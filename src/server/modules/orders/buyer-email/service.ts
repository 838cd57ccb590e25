import type { BodyOf } from "#contract/endpoint.ts";
import type { changeBuyerEmail as contract } from "#contract/orders/buyer-email.ts";
import { findRecordOwner } from "#server/modules/accounts/index.ts";
import { recordAction } from "#server/modules/audit/index.ts";
import { purchasablesOf, type Sellers } from "#server/modules/purchasables/index.ts";
import { AppError } from "#server/platform/app-error.ts";
import { inTransaction, type Tx } from "#server/platform/db/database.ts";
import type { Deps } from "#server/platform/deps.ts";
import { answerOnce } from "#server/platform/http/answer-once.ts";
import type { Principal } from "#server/platform/http/principal.ts";
import type { PreparedReply } from "#server/platform/http/route.ts";
import type { IdempotencyClaim } from "#server/platform/idempotency.ts";
import { forgottenAddress } from "../records-store.ts";
import { changeEmail, lockOrders, toBuyer, type OrderRow } from "../store.ts";

/** Who changes an order's email, to what, and why. */
interface EmailChange {
  staff: Principal;
  orderId: string;
  draft: BodyOf<typeof contract>;
  idempotency: IdempotencyClaim;
}

/**
 * Changes the email of a paid order: links that were emailed before stop working, emails that weren't sent yet go to
 * the new address, and so do the current tickets. The order belongs to whoever placed it, and to the account that has
 * confirmed its email: so it attaches to an account by the new address only if that one is confirmed there.
 *
 * Safe under concurrency: changes of one order take turns at its lock, where deleting its buyer's account waits too.
 * The same Idempotency-Key changes once and returns the same reply.
 *
 * @throws AppError `not_found` | `order_closed` when it isn't paid or its buyer deleted their account |
 *   `invalid_input` for the address that it has | `idempotency_key_reused`
 */
export function changeBuyerEmail(
  deps: Deps,
  { staff, orderId, draft, idempotency }: EmailChange,
): Promise<PreparedReply> {
  return inTransaction(deps.db, async (tx) => {
    const [order] = await lockOrders(tx, [orderId]);
    if (order === undefined) throw new AppError("not_found");
    for (const purchasable of purchasablesOf(deps)) await purchasable.lockUnits?.(tx, orderId);
    return answerOnce(tx, idempotency, async () => {
      const { email, newCodes, reason } = draft;
      requireChange(order, email);
      const owner = await findRecordOwner(tx, order.userId);
      await changeEmail(tx, order.id, email, owner.email === email);
      const codes = newCodes ? await renewCodes(deps, tx, order.id) : 0;
      await recordAction(tx, {
        staff,
        action: "order.email_changed",
        target: { kind: "order", id: order.id },
        before: { email: order.buyerEmail },
        after: { email, number: order.number, newCodes: codes },
        reason,
      });
      const changed = { ...order, buyerEmail: email };
      await deps.bus.emit(tx, "order.email_changed", [
        { ...toBuyer(changed), formerEmail: order.buyerEmail, change: order.linkVersion + 1 },
      ]);
      return { email };
    });
  });
}

function requireChange(order: OrderRow, email: string): void {
  if (order.buyerEmail === forgottenAddress) {
    throw new AppError("order_closed", { message: "The buyer deleted their account, so this order has no email" });
  }
  if (order.status !== "paid" && order.status !== "partially_refunded") {
    throw new AppError("order_closed", { message: "You can only change the email of a paid order" });
  }
  if (order.buyerEmail === email) {
    const message = "The order already has this email";
    throw new AppError("invalid_input", { message, errors: [{ message, path: "email" }] });
  }
}

/** Issues new codes for everything that can still be used; returns how many. */
async function renewCodes(sellers: Sellers, tx: Tx, orderId: string): Promise<number> {
  let count = 0;
  for (const purchasable of purchasablesOf(sellers)) count += (await purchasable.renewCodes?.(tx, orderId)) ?? 0;
  return count;
}
