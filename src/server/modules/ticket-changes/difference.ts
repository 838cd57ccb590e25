import type { refundDifference as contract } from "#contract/ticket-changes.ts";
import { findTicketToChange } from "#server/modules/tickets/index.ts";
import { AppError, requireFound } from "#server/platform/app-error.ts";
import { inTransaction, type Tx } from "#server/platform/db/database.ts";
import type { Deps } from "#server/platform/deps.ts";
import type { Principal } from "#server/platform/http/principal.ts";
import { answerOnce } from "#server/platform/http/answer-once.ts";
import type { PreparedReply } from "#server/platform/http/route.ts";
import type { IdempotencyClaim } from "#server/platform/idempotency.ts";
import {
  differenceOf,
  findHolding,
  insertRefund,
  lockForRefund,
  moveOrders,
  readRefund,
  sendMoney,
  retryOnShortage,
  toBuyer,
  type OrderRow,
} from "#server/modules/orders/index.ts";
import { moveInto } from "./move.ts";
import { refuseDifference } from "./rules.ts";
import { require, type Locked } from "./service.ts";
import { recordAction } from "#server/modules/audit/index.ts";
import { newId } from "#server/platform/ids.ts";
import type { OrderRefund } from "#contract/refunds/of-order.ts";
import type { BodyOf } from "#contract/endpoint.ts";

/** Who refunds a ticket's price difference, and where it is moved first. */
interface DifferenceWish {
  staff: Principal;
  ticketId: number;
  draft: BodyOf<typeof contract>;
  idempotency: IdempotencyClaim;
}

/**
 * Refunds the difference between what is held for a ticket and what its type costs, either together with the move, in
 * one transaction, or after it. The ticket stays valid. The same Idempotency-Key refunds once and returns the same
 * reply.
 *
 * @throws AppError as `moveTicket()` and `refunds/difference`'s `refundDifference()` do | `idempotency_key_reused`
 */
export function returnDifference(deps: Deps, wish: DifferenceWish): Promise<PreparedReply> {
  return retryOnShortage(deps, () =>
    inTransaction(deps.db, async (tx) => {
      const locked = await lockWithMoney(deps, tx, wish.ticketId);
      return answerOnce(tx, wish.idempotency, () => moveAndReturn(deps, tx, locked, wish));
    }),
  );
}

async function moveAndReturn(
  deps: Deps,
  tx: Tx,
  locked: Locked,
  { staff, ticketId, draft }: DifferenceWish,
): Promise<OrderRefund> {
  const { ticketTypeId, mail, reason, amountCents, note } = draft;
  if (ticketTypeId !== undefined) {
    await moveInto(deps, tx, locked, { staff, ticketId, ticketTypeId, waiveDifference: false, mail, reason });
  }
  require(refuseDifference(locked.ticket, locked.order.status));
  const id = await refundDifference(deps, tx, {
    order: locked.order,
    ticketId,
    staff,
    reason,
    note: note ?? null,
    expectedCents: amountCents,
  });
  return readRefund(tx, id);
}

/** Locks like a refund: the order's payments, the order, its tickets. */
async function lockWithMoney(deps: Deps, tx: Tx, ticketId: number): Promise<Locked> {
  const found = requireFound(await findTicketToChange(tx, ticketId));
  const order = await lockForRefund(deps, tx, found.orderId);
  return { order, ticket: (await findTicketToChange(tx, ticketId))! };
}

/** A price difference to refund after a ticket moved to a cheaper type, and who refunds it. */
interface DifferenceRefundRequest {
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
async function refundDifference(deps: Deps, tx: Tx, request: DifferenceRefundRequest): Promise<string> {
  const { order, ticketId, staff, reason, note } = request;
  const { lines, ticket, left } = await findHolding(deps, tx, order, ticketId);
  const { lineId, position, spotCents } = ticket;
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
  const parts = [{ ticketId, lineId, position, ...difference }];
  const refund = {
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
    kind: "difference" as const,
  };
  await insertRefund(tx, refund, parts);
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
  await deps.bus.emit(tx, "order.refund_made", [{ orderRefundId: id, ...toBuyer(order) }]);
  return id;
}
