import type { BodyOf } from "#contract/endpoint.ts";
import type { refundAmount as contract } from "#contract/refunds/refunds.ts";
import { recordAction } from "#server/modules/audit/index.ts";
import { returnSoldKinds } from "#server/modules/inventory/index.ts";
import { AppError } from "#server/platform/app-error.ts";
import { inTransaction, type Tx } from "#server/platform/db/database.ts";
import type { Deps } from "#server/platform/deps.ts";
import { formatMoney } from "#server/platform/format.ts";
import { answerOnce } from "#server/platform/http/answer-once.ts";
import type { Principal } from "#server/platform/http/principal.ts";
import type { PreparedReply } from "#server/platform/http/route.ts";
import type { IdempotencyClaim } from "#server/platform/idempotency.ts";
import { newId } from "#server/platform/ids.ts";
import { findLines, moveOrders, toBuyer, type OrderRow } from "../store.ts";
import { lockForRefund, sendMoney } from "./refund-tickets.ts";
import { fitParts, partsOf, shareOut, statusAfterRefund } from "./rules.ts";
import { readRefund } from "./staff.ts";
import { insertRefund } from "./store.ts";
import { findUnits } from "./units.ts";

/** Who refunds how much of an order, and why. */
interface AmountRefund {
  staff: Principal;
  orderId: string;
  draft: BodyOf<typeof contract>;
  idempotency: IdempotencyClaim;
}

/**
 * Refunds an amount of an order without voiding tickets, in one transaction with the ledger, the buyer's email and the
 * activity log. The amount is split over all units by what is left of them, so that a later refund of a unit pays
 * only the rest. What was kept of refunded tickets, such as fees, can be refunded too.
 *
 * Never more than what is left: calls for one order take turns at its lock, and one that was decided before another
 * refund is refused. The same Idempotency-Key refunds once and returns the same reply.
 *
 * @throws AppError `not_found` | `order_closed` | `already_refunded` | `edited_meanwhile` | `refund_too_high` |
 *   `payment_disputed` | `idempotency_key_reused`
 */
export function refundAmount(deps: Deps, { staff, orderId, draft, idempotency }: AmountRefund): Promise<PreparedReply> {
  return inTransaction(deps.db, async (tx) => {
    const order = await lockForRefund(deps, tx, orderId);
    return answerOnce(tx, idempotency, async () => {
      const { amountCents, reason, note } = draft;
      const { lines, parts, leftCents, statusAfter } = await planAmount(deps, tx, order, draft);
      const id = newId();
      const refund = { id, orderId, reason, amountCents, madeBy: "staff" as const, decidedBy: staff.id };
      const defaults = { withFee: true, returnsStock: false, eventRefundId: null };
      await insertRefund(tx, { ...refund, ...defaults, note: note ?? null, kind: "amount" }, parts);
      await moveOrders(tx, [orderId], ["paid", "partially_refunded"], statusAfter);
      if (statusAfter === "refunded") await returnSoldKinds(tx, orderId, ["promo", "promoter"]);
      await sendMoney(deps, tx, order, { id, why: "requested", plan: { lines, parts, amountCents } });
      await recordAction(tx, {
        staff,
        action: "order.amount_refunded",
        target: { kind: "order", id: orderId },
        before: { status: order.status, remainingCents: leftCents + amountCents },
        after: {
          status: statusAfter,
          remainingCents: leftCents,
          number: order.number,
          amount: formatMoney(amountCents, order.currency),
        },
        reason,
      });
      await deps.bus.emit(tx, "order.refund_made", [{ orderRefundId: id, ...toBuyer(order) }]);
      return readRefund(tx, id);
    });
  });
}

/** What refunding an amount would do. The caller has locked the order and its tickets. */
async function planAmount(
  deps: Deps,
  tx: Tx,
  order: OrderRow,
  { amountCents, leftCents: expectedCents }: AmountRefund["draft"],
) {
  if (order.status === "refunded") throw new AppError("already_refunded");
  if (order.status !== "paid" && order.status !== "partially_refunded") {
    throw new AppError("order_closed", { message: "Only a paid order can be refunded" });
  }
  const remainingCents = order.totalCents - order.refundedCents;
  if (remainingCents !== expectedCents) {
    throw new AppError("edited_meanwhile", { message: "Someone refunded part of this order. Review what is left." });
  }
  const lines = await findLines(deps, tx, [order.id]);
  const units = await findUnits(deps, tx, order, lines);
  const parts = fitParts(partsOf(units, shareOut(lines, order), true), amountCents);
  if (parts === undefined) throw new AppError("refund_too_high");
  const leftCents = remainingCents - amountCents;
  const unitsLeft = units.filter((unit) => !unit.isRefunded).length;
  return {
    lines,
    parts: parts.filter((part) => part.amountCents > 0),
    leftCents,
    statusAfter: statusAfterRefund(leftCents, unitsLeft),
  };
}
