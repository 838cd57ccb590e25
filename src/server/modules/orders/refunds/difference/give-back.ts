import { recordAction } from "#server/modules/audit/index.ts";
import { AppError } from "#server/platform/app-error.ts";
import type { Tx } from "#server/platform/db/database.ts";
import type { Deps } from "#server/platform/deps.ts";
import type { Principal } from "#server/platform/http/principal.ts";
import { newId } from "#server/platform/ids.ts";
import { moveOrders, type OrderRow } from "../../store.ts";
import { sendMoney } from "../give-back.ts";
import { insertRefund } from "../store.ts";
import { findHolding } from "./holding.ts";
import { differenceOf } from "./rules.ts";

/** What is held for a ticket above the price of its place, and who gives it back. */
export interface GivingDifference {
  order: OrderRow;
  ticketId: number;
  staff: Principal;
  reason: string;
  /** Goes into the buyer's mail. */
  note: string | null;
  /** What was shown to whoever decided it. */
  expectedCents: number;
}

/**
 * Gives back what is held for a ticket above the price of its place, in the caller's transaction: the ticket stays good, its
 * money is on its way, the books, the buyer's mail and the log know of it. The caller has locked the order's payments, the
 * order and its tickets, in this order; any number at once take turns there, and the second finds nothing left to give.
 *
 * @returns the refund's id
 * @throws AppError `order_closed` where it was never moved | `already_refunded` where nothing is left | `edited_meanwhile` where it is another amount by now |
 *   `refund_too_high` | `payment_disputed`
 */
export async function giveBackDifference(deps: Deps, tx: Tx, giving: GivingDifference): Promise<string> {
  const { order, ticketId, staff, reason, note } = giving;
  const { lines, lineId, left, placeCents } = await findHolding(tx, order, ticketId);
  if (placeCents === null) throw new AppError("order_closed", { message: "This ticket was never moved" });
  const difference = differenceOf(left, placeCents);
  if (difference === undefined) {
    throw new AppError("already_refunded", { message: "Nothing is held for this ticket above what its place costs" });
  }
  const { amountCents } = difference;
  if (amountCents !== giving.expectedCents) {
    throw new AppError("edited_meanwhile", { message: "What goes back is something else by now: look again" });
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
    nightRefundId: null,
    keepsTickets: true,
  };
  await insertRefund(tx, made, parts);
  await moveOrders(tx, [order.id], ["paid", "partially_refunded"], "partially_refunded");
  await sendMoney(deps, tx, order, { id, why: "requested", plan: { lines, parts, amountCents } });
  const keptCents = order.totalCents - order.givenBackCents;
  await recordAction(tx, {
    staff,
    action: "order.difference_returned",
    target: { kind: "order", id: order.id },
    before: { status: order.status, keptCents },
    after: { keptCents: keptCents - amountCents, number: order.number, ticket: ticketId, amountCents },
    reason,
  });
  const { buyerName, buyerEmail } = order;
  await deps.facts.tell(tx, "order.refund_made", [{ orderRefundId: id, orderId: order.id, buyerName, buyerEmail }]);
  deps.nudge("mail");
  return id;
}
