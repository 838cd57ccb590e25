import type { OrderLine } from "#contract/orders.ts";
import type { Tx } from "#server/platform/db/database.ts";
import type { Deps } from "#server/platform/deps.ts";
import { releaseHolds, sellHeldStock, resumeExpiry } from "#server/modules/inventory/index.ts";
import { postEntries, saleOf } from "#server/modules/ledger/index.ts";
import { findSecondMoney, returnMoney, type RefundReason } from "#server/modules/payments/index.ts";
import { issueTickets, type TicketIssue } from "#server/modules/tickets/index.ts";
import { openPriceTiers } from "#server/modules/events/index.ts";
import { lateQuotas } from "./person-limits/service.ts";
import { subscribeToRefunds, subscribeToDisputes } from "./refunds/subscriptions.ts";
import { shareOut, type PaidLine } from "./refunds/rules.ts";
import { subscribeToAddresses } from "./customers/service.ts";
import { subscribeToEvents } from "./affected-buyers/service.ts";
import { lockCanceled } from "./affected-buyers/store.ts";
import * as store from "./store.ts";

/**
 * Marks orders paid and issues their tickets, in the transaction that captures the money.
 *
 * An expired or canceled order takes its stock again if enough is left; otherwise its money is refunded. If an order is
 * already paid, or its event was canceled, the new payment is refunded. Repeated calls for the same money change
 * nothing.
 */
export async function completeOrders(
  deps: Deps,
  tx: Tx,
  captured: { subjectId: string; paymentId: string | undefined }[],
): Promise<void> {
  const canceled = await lockCanceled(tx, store.subjectsOf(captured));
  const orders = store.byId(await store.lockOrders(tx, store.subjectsOf(captured)));
  const returns: { paymentId: string; reason: RefundReason }[] = [];
  const queueRefund = (paymentId: string | undefined, reason: RefundReason) => {
    if (paymentId !== undefined) returns.push({ paymentId, reason });
  };
  const missed = await findMissedMoney(tx, captured, orders);
  const open = captured.filter(({ subjectId, paymentId }) => {
    const order = orders.get(subjectId);
    if (order === undefined || missed.has(subjectId)) return false;
    if (order.paidAt !== null) queueRefund(paymentId, "paid_twice");
    else if (canceled.has(subjectId)) queueRefund(paymentId, "event_canceled");
    return order.paidAt === null && !canceled.has(subjectId);
  });
  const stocked = await sellStock(
    tx,
    open.map(({ subjectId }) => orders.get(subjectId)!),
  );
  for (const { subjectId, paymentId } of open) {
    if (!stocked.has(subjectId)) queueRefund(paymentId, "sold_out_meanwhile");
  }
  await deliver(
    deps,
    tx,
    [...stocked].map((id) => orders.get(id)!),
  );
  await returnMoney(deps, tx, returns);
}

/**
 * Orders that were delivered although the ledger lost their money: a new payment counts as that money. A payment is a
 * second one only if there was a first.
 */
async function findMissedMoney(
  tx: Tx,
  captured: { subjectId: string; paymentId: string | undefined }[],
  orders: Map<string, store.OrderRow>,
): Promise<Set<string>> {
  const ofPaid = captured.flatMap(({ subjectId, paymentId }) => {
    const order = orders.get(subjectId);
    const isDelivered = order?.status === "paid" && order.totalCents > 0;
    return isDelivered && paymentId !== undefined ? [{ subjectId, paymentId }] : [];
  });
  if (ofPaid.length === 0) return new Set();
  const second = await findSecondMoney(
    tx,
    ofPaid.map(({ paymentId }) => paymentId),
  );
  return new Set(ofPaid.flatMap(({ subjectId, paymentId }) => (second.has(paymentId) ? [] : [subjectId])));
}

/** The orders that got their stock: what they held, or for late ones what is left. */
async function sellStock(tx: Tx, orders: store.OrderRow[]): Promise<Set<string>> {
  if (orders.length === 0) return new Set();
  const { served } = await sellHeldStock(
    tx,
    orders.map((order) => order.id),
    (ids) =>
      lateQuotas(
        tx,
        orders.filter((order) => ids.includes(order.id)),
      ),
  );
  return served;
}

async function deliver(deps: Deps, tx: Tx, orders: store.OrderRow[]): Promise<void> {
  if (orders.length === 0) return;
  const ids = orders.map((order) => order.id);
  await store.moveOrders(tx, ids, ["awaiting_payment", "paying", "expired", "canceled"], "paid");
  const owners = new Map(orders.map((order) => [order.id, order]));
  const lines = await store.findLines(tx, ids);
  // Their stock is locked and sold by now, which may end a price tier.
  await openPriceTiers(tx, [...new Set(lines.map((line) => line.ticketTypeId))]);
  await issueTickets(
    tx,
    lines.map((line) => ticketsOf(line, owners.get(line.orderId)!)),
  );
  const linesOf = Map.groupBy(lines, (line) => line.orderId);
  const sales = orders.map((order) => saleOf(order, withTax(order, linesOf.get(order.id) ?? [])));
  await postEntries(
    tx,
    sales.filter((sale) => sale !== undefined),
  );
  await deps.bus.emit(tx, "order.paid", orders.map(store.toBuyer));
  deps.nudge("mail");
}

/** Lines with their share of the order's tax: the sum of the tax that refunding their tickets would return. */
function withTax<Line extends PaidLine>(order: store.OrderRow, lines: Line[]): (Line & { taxCents: number })[] {
  const shares = shareOut(lines, order.taxCents);
  return lines.map((line) => ({
    ...line,
    taxCents: shares.get(line.id)!.reduce((sum, share) => sum + share.taxCents, 0),
  }));
}

/** The tickets that a paid line includes. */
export function ticketsOf(line: OrderLine & { orderId: string }, order: store.OrderRow): TicketIssue {
  return {
    orderLineId: line.id,
    orderId: line.orderId,
    ticketTypeId: line.ticketTypeId,
    eventId: line.eventId,
    ownerId: order.userId,
    holderName: order.buyerName,
    count: line.quantity * line.ticketsPerUnit,
  };
}

/**
 * Handles payment attempts that end without money. If the buyer left the payment page, the order can be paid again
 * until its hold expires. If time ran out, the order expires and its stock is back on sale.
 */
export async function endAttempts(
  tx: Tx,
  ended: { subjectId: string; outcome: "canceled" | "expired" }[],
): Promise<void> {
  const orders = store.byId(await store.lockOrders(tx, store.subjectsOf(ended)));
  const paying = ended.filter(({ subjectId }) => orders.get(subjectId)?.status === "paying");
  const left = paying.filter(
    ({ subjectId, outcome }) => outcome === "canceled" && orders.get(subjectId)!.secondsLeft > 0,
  );
  const over = paying.filter((attempt) => !left.includes(attempt)).map(({ subjectId }) => subjectId);
  if (left.length > 0) {
    const ids = store.subjectsOf(left);
    await store.moveOrders(tx, ids, ["paying"], "awaiting_payment");
    await resumeExpiry(
      tx,
      ids.map((id) => ({ holderId: id, expiresAt: orders.get(id)!.holdExpiresAt })),
    );
  }
  if (over.length > 0) {
    await releaseHolds(tx, over);
    await store.moveOrders(tx, over, ["paying"], "expired");
  }
}

/** Subscribes this module to holds and payments, and emits domain events about refunded money. */
export function subscribeOrders(deps: Deps): void {
  const { bus } = deps;
  subscribeToEvents(deps);
  subscribeToDisputes(deps);
  subscribeToRefunds(deps);
  subscribeToAddresses(deps);
  bus.on("hold.expired", async (tx, expired) => {
    const ids = expired.map(({ holderId }) => holderId);
    await store.moveOrders(tx, ids, ["awaiting_payment"], "expired");
  });
  bus.on("payment.captured", (tx, captured) => completeOrders(deps, tx, captured));
  bus.on("payment.ended", (tx, ended) => endAttempts(tx, ended));
  bus.on("payment.put_off", (tx, late) => store.putOffHolds(tx, late));
  bus.on("payment.refunded", async (tx, refunds) => {
    // A refund that someone asked for has its own domain events. Staff first settle a refund that was made at the
    // payment provider.
    const refunded = refunds.filter((refund) => refund.orderRefundId === null && refund.reason !== "provider");
    if (refunded.length === 0) return;
    const orders = store.byId(await store.findOrders(tx, store.subjectsOf(refunded)));
    await bus.emit(
      tx,
      "order.money_returned",
      refunded.flatMap(({ subjectId, paymentId, refundId, reason, amountCents }) => {
        const order = orders.get(subjectId);
        if (order === undefined) return [];
        return [{ paymentId, refundId, reason, amountCents, ...store.toBuyer(order) }];
      }),
    );
  });
}
