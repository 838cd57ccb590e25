import type { z } from "zod";
import type { OrderRefund } from "#contract/order-refunds.ts";
import type { quoteRefund as quoteContract, RefundQuote, refundOrder as contract } from "#contract/refunds.ts";
import { recordAction } from "#server/modules/audit/index.ts";
import { paidByHandOf, postEntries } from "#server/modules/ledger/index.ts";
import { lockMoneyOf, openRefund } from "#server/modules/payments/index.ts";
import { AppError } from "#server/platform/app-error.ts";
import { inTransaction, type Database, type Queryable, type Tx } from "#server/platform/db/database.ts";
import type { Deps } from "#server/platform/deps.ts";
import type { Principal } from "#server/platform/http/principal.ts";
import { PreparedReply } from "#server/platform/http/route.ts";
import { findReplies, storeReplies, type IdempotencyClaim } from "#server/platform/idempotency.ts";
import { findOrders } from "../store.ts";
import { giveBack, lockForRefund } from "./give-back.ts";
import { noteRefund } from "./note-refund.ts";
import { planRefund, showPlan } from "./plan.ts";
import { showRefund } from "./show.ts";
import * as store from "./store.ts";

/**
 * What giving tickets of an order back would do. Changes nothing.
 *
 * @throws AppError `not_found` | `order_closed` | `already_refunded`
 */
export async function quoteRefund(
  db: Database,
  orderId: string,
  wish: z.output<NonNullable<typeof quoteContract.body>>,
): Promise<RefundQuote> {
  const [order] = await findOrders(db, [orderId]);
  if (order === undefined) throw new AppError("not_found");
  return showPlan(order, await planRefund(db, order, wish));
}

/** What one of the staff wants to give back. */
export interface StaffRefund {
  staff: Principal;
  orderId: string;
  draft: z.output<NonNullable<typeof contract.body>>;
  idempotency: IdempotencyClaim;
}

/**
 * Gives an order, lines of it or single tickets back on the word of the staff: tickets, stock, money, books, mail and the
 * note of who did it and why are one transaction. The same Idempotency-Key gives back once and answers the same.
 *
 * @throws AppError as `giveBack()` does | `idempotency_key_reused`
 */
export function refundOrder(deps: Deps, { staff, orderId, draft, idempotency }: StaffRefund): Promise<PreparedReply> {
  return inTransaction(deps.db, async (tx) => {
    // First the locks: the same request at the same time waits here and then finds the answer.
    await lockForRefund(tx, orderId);
    const [stored] = await findReplies(tx, [idempotency]);
    if (stored instanceof AppError) throw stored;
    if (stored !== undefined) return new PreparedReply(stored.reply, stored.status);

    const { amountCents: expectedCents, note, includesAdmitted, ...wish } = draft;
    const { id, order, plan } = await giveBack(deps, tx, {
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
      feeKeptCents: plan.feeKeptCents,
      placesBack: plan.places.reduce((sum, { units }) => sum + units, 0),
      ...(includesAdmitted ? { admitted: plan.chosen.filter((ticket) => ticket.isAdmitted).length } : {}),
    };
    await noteRefund(tx, staff, { order, plan, reason: draft.reason, more });
    const reply = JSON.stringify(await readRefund(tx, id));
    await storeReplies(tx, [{ ...idempotency, status: 201, reply }]);
    return new PreparedReply(reply, 201);
  });
}

async function readRefund(tx: Queryable, id: string): Promise<OrderRefund> {
  return showRefund((await store.lockRefund(tx as Tx, id))!);
}

/** A failed refund on which staff act. */
export interface RefundCare {
  staff: Principal;
  orderId: string;
  refundId: string;
  reason: string;
}

/**
 * Sends the money of a failed refund once more. Its tickets stay void; nobody is owed more by it.
 *
 * @throws AppError `not_found` | `order_closed` when it has not failed | `refund_too_high` | `payment_disputed`
 */
export function retryRefund(deps: Deps, care: RefundCare): Promise<OrderRefund> {
  return inTransaction(deps.db, async (tx) => {
    const { id, amountCents, failure, madeBy } = await lockFailed(tx, care);
    const reason = madeBy === "night" ? "night_cancelled" : "requested";
    await openRefund(deps, tx, { subjectId: care.orderId, amountCents, reason, orderRefundId: id });
    await store.moveRefunds(tx, [{ id, status: "pending", failure: null }]);
    await record(tx, care, "order.refund_retried", { status: "failed", failure }, { status: "pending", amountCents });
    return readRefund(tx, id);
  });
}

/**
 * Notes that the money of a failed refund reached its buyer by other means than the provider.
 *
 * @throws AppError `not_found` | `order_closed` when it has not failed
 */
export function markPaidBack(deps: Deps, care: RefundCare): Promise<OrderRefund> {
  return inTransaction(deps.db, async (tx) => {
    const { id, amountCents, failure } = await lockFailed(tx, care);
    await store.markByHand(tx, id, care.staff.id);
    const [order] = await findOrders(tx, [care.orderId]);
    const { currency, buyerName, buyerEmail } = order!;
    await postEntries(tx, [paidByHandOf({ orderId: care.orderId, refundId: id, amountCents, currency })]);
    const told = { orderRefundId: id, orderId: care.orderId, buyerName, buyerEmail };
    await deps.facts.tell(tx, "order.refund_done", [told]);
    deps.nudge("mail");
    await record(tx, care, "order.refund_paid_by_hand", { status: "failed", failure }, { status: "done", amountCents });
    return readRefund(tx, id);
  });
}

async function lockFailed(tx: Tx, { orderId, refundId }: RefundCare): Promise<store.OrderRefundRow> {
  await lockMoneyOf(tx, [orderId]);
  const refund = await store.lockRefund(tx, refundId);
  if (refund === undefined || refund.orderId !== orderId) throw new AppError("not_found");
  if (refund.status !== "failed") throw new AppError("order_closed", { message: "This refund has not failed" });
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
