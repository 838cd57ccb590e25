import { recordAction } from "#server/modules/audit/index.ts";
import { AppError } from "#server/platform/app-error.ts";
import type { Tx } from "#server/platform/db/database.ts";
import type { Deps } from "#server/platform/deps.ts";
import type { Principal } from "#server/platform/http/principal.ts";
import { newId } from "#server/platform/ids.ts";
import { moveOrders, type OrderRow } from "../../store.ts";
import { sendMoney } from "../refund-tickets.ts";
import { insertRefund } from "../store.ts";
import { findHolding } from "./holding.ts";
import { differenceOf } from "./rules.ts";

/** A price difference to refund after a ticket moved to a cheaper type, and who refunds it. */
export interface DifferenceRefundRequest {
  order: OrderRow;
  ticketId: number;
  staff: Principal;
  reason: string;
  /** Goes into the buyer's email. */
  note: string | null;
  /** The amount that the person who decided it saw. */
  expectedCents: number;
}

/**
 * Refunds what a ticket paid above the price of its current type, in the caller's transaction: the ticket stays valid,
 * the money is on its way, and the ledger, the buyer's email and the activity log record it. The caller has locked the
 * order's payments, the order and its tickets, in this order; concurrent calls take turns there, and the second finds
 * nothing left to refund.
 *
 * @returns the refund's id
 * @throws AppError `order_closed` if it was never moved | `already_refunded` if nothing is left | `edited_meanwhile`
 *   if the amount has changed | `refund_too_high` | `payment_disputed`
 */
export async function refundDifference(deps: Deps, tx: Tx, request: DifferenceRefundRequest): Promise<string> {
  const { order, ticketId, staff, reason, note } = request;
  const { lines, lineId, left, spotCents } = await findHolding(tx, order, ticketId);
  if (spotCents === null) throw new AppError("order_closed", { message: "This ticket was never moved" });
  const difference = differenceOf(left, spotCents);
  if (difference === undefined) {
    throw new AppError("already_refunded", { message: "There's no price difference left to refund for this ticket" });
  }
  const { amountCents } = difference;
  if (amountCents !== request.expectedCents) {
    throw new AppError("edited_meanwhile", { message: "The refund amount changed. Review it and try again." });
  }
  const id = newId();
  const parts = [{ ticketId, lineId, ...difference }];
  const made = {
    id,
    orderId: order.id,
    madeBy: "staff" as const,
    decidedBy: staff.id,
    reason,
    note,
    amountCents,
    withFee: true,
    returnsStock: false,
    eventRefundId: null,
    keepsTickets: true,
  };
  await insertRefund(tx, made, parts);
  await moveOrders(tx, [order.id], ["paid", "partially_refunded"], "partially_refunded");
  await sendMoney(deps, tx, order, { id, why: "requested", plan: { lines, parts, amountCents } });
  const remainingCents = order.totalCents - order.refundedCents;
  await recordAction(tx, {
    staff,
    action: "order.difference_returned",
    target: { kind: "order", id: order.id },
    before: { status: order.status, remainingCents },
    after: { remainingCents: remainingCents - amountCents, number: order.number, ticket: ticketId, amountCents },
    reason,
  });
  const { buyerName, buyerEmail } = order;
  await deps.bus.emit(tx, "order.refund_made", [{ orderRefundId: id, orderId: order.id, buyerName, buyerEmail }]);
  deps.nudge("mail");
  return id;
}
