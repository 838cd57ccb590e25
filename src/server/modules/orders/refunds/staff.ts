import type { OrderRefund } from "#contract/refunds/of-order.ts";
import type { RefundQuote, refundOrder as contract } from "#contract/refunds/refunds.ts";
import { recordAction } from "#server/modules/audit/index.ts";
import { paidByHandOf, postEntries } from "#server/modules/ledger/index.ts";
import { lockMoney, openRefund } from "#server/modules/payments/index.ts";
import { AppError } from "#server/platform/app-error.ts";
import { inTransaction, type Tx } from "#server/platform/db/database.ts";
import type { Deps } from "#server/platform/deps.ts";
import type { Principal } from "#server/platform/http/principal.ts";
import { answerOnce } from "#server/platform/http/answer-once.ts";
import type { PreparedReply } from "#server/platform/http/route.ts";
import type { IdempotencyClaim } from "#server/platform/idempotency.ts";
import { findOrders, toBuyer } from "../store.ts";
import { refundTickets, lockForRefund, recordRefund } from "./refund-tickets.ts";
import { planRefund, showPlan, type RefundWish } from "./plan.ts";
import { showRefund } from "../show.ts";
import * as store from "./store.ts";
import type { BodyOf } from "#contract/endpoint.ts";

/**
 * The effect of refunding tickets of an order. Changes nothing.
 *
 * @throws AppError `not_found` | `order_closed` | `already_refunded`
 */
export async function quoteRefund(deps: Deps, orderId: string, wish: RefundWish): Promise<RefundQuote> {
  const [order] = await findOrders(deps.db, [orderId]);
  if (order === undefined) throw new AppError("not_found");
  return showPlan(order, await planRefund(deps, deps.db, order, wish));
}

/** What a staff member wants to refund. */
interface StaffRefund {
  staff: Principal;
  orderId: string;
  draft: BodyOf<typeof contract>;
  idempotency: IdempotencyClaim;
}

/**
 * Refunds an order, some of its lines, or single tickets for staff: one transaction covers tickets, stock, money,
 * ledger, email, and who did it and why. The same Idempotency-Key refunds once and returns the same reply.
 *
 * @throws AppError as `refundTickets()` does | `idempotency_key_reused`
 */
export function refundOrder(deps: Deps, { staff, orderId, draft, idempotency }: StaffRefund): Promise<PreparedReply> {
  return inTransaction(deps.db, async (tx) => {
    await lockForRefund(deps, tx, orderId);
    return answerOnce(tx, idempotency, async () => {
      const { amountCents: expectedCents, note, includesAdmitted, ...wish } = draft;
      const { id, order, plan } = await refundTickets(deps, tx, {
        ...wish,
        orderId,
        expectedCents,
        madeBy: "staff",
        decidedBy: staff.id,
        note: note ?? null,
        why: "requested",
        includesAdmitted: includesAdmitted ?? false,
      });
      const more = {
        nonrefundableFeeCents: plan.nonrefundableFeeCents,
        spotsReturned: plan.stock.reduce((sum, { quantity }) => sum + quantity, 0),
        ...(includesAdmitted ? { admitted: plan.chosen.filter((unit) => unit.isAdmitted).length } : {}),
      };
      await recordRefund(tx, staff, { order, plan, reason: draft.reason, more });
      return readRefund(tx, id);
    });
  });
}

/** A refund as its order shows it. */
export async function readRefund(tx: Tx, id: string): Promise<OrderRefund> {
  return showRefund((await store.lockRefund(tx, id))!);
}

/** A failed refund that staff resolve. */
interface RefundCare {
  staff: Principal;
  orderId: string;
  refundId: string;
  reason: string;
}

/**
 * Sends the money of a failed refund again. Its tickets stay void; nobody is owed more.
 *
 * @throws AppError `not_found` | `order_closed` when it has not failed | `refund_too_high` | `payment_disputed`
 */
export function retryRefund(deps: Deps, care: RefundCare): Promise<OrderRefund> {
  return inTransaction(deps.db, async (tx) => {
    const { id, amountCents, failure, madeBy } = await lockFailed(tx, care);
    const reason = madeBy === "event" ? "event_canceled" : "requested";
    await openRefund(deps, tx, { subjectId: care.orderId, amountCents, reason, orderRefundId: id });
    await store.moveRefunds(tx, [{ id, status: "pending", failure: null }]);
    await record(tx, care, "order.refund_retried", { status: "failed", failure }, { status: "pending", amountCents });
    return readRefund(tx, id);
  });
}

/**
 * Records that the money of a failed refund reached its buyer outside of the payment provider.
 *
 * @throws AppError `not_found` | `order_closed` when it has not failed
 */
export function markPaidBack(deps: Deps, care: RefundCare): Promise<OrderRefund> {
  return inTransaction(deps.db, async (tx) => {
    const { id, amountCents, failure } = await lockFailed(tx, care);
    await store.markByHand(tx, id, care.staff.id);
    const [order] = await findOrders(tx, [care.orderId]);
    const { currency } = order!;
    await postEntries(tx, [paidByHandOf({ orderId: care.orderId, refundId: id, amountCents, currency })]);
    await deps.bus.emit(tx, "order.refund_done", [{ orderRefundId: id, ...toBuyer(order!) }]);
    await record(tx, care, "order.refund_paid_by_hand", { status: "failed", failure }, { status: "done", amountCents });
    return readRefund(tx, id);
  });
}

async function lockFailed(tx: Tx, { orderId, refundId }: RefundCare): Promise<store.OrderRefundRow> {
  await lockMoney(tx, [orderId]);
  const refund = await store.lockRefund(tx, refundId);
  if (refund === undefined || refund.orderId !== orderId) throw new AppError("not_found");
  if (refund.status !== "failed") throw new AppError("order_closed", { message: "This refund hasn't failed" });
  return refund;
}

function record(
  tx: Tx,
  { staff, orderId, reason }: RefundCare,
  action: "order.refund_retried" | "order.refund_paid_by_hand",
  before: Record<string, unknown>,
  after: Record<string, unknown>,
): Promise<void> {
  return recordAction(tx, { staff, action, target: { kind: "order", id: orderId }, before, after, reason });
}
