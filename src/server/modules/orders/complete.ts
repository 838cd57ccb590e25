import type { Tx } from "#server/platform/db/database.ts";
import type { Deps } from "#server/platform/deps.ts";
import { releaseHolds, sellHeldStock, resumeExpiry } from "#server/modules/inventory/index.ts";
import { postEntries, saleOf } from "#server/modules/ledger/index.ts";
import { findSecondMoney, returnMoney, type RefundReason } from "#server/modules/payments/index.ts";
import { purchasableOf, purchasablesOf, type Sellers, type SoldLine } from "#server/modules/purchasables/index.ts";
import { lateQuotas } from "./person-limits/service.ts";
import { subscribeToRefunds, subscribeToDisputes } from "./refunds/subscriptions.ts";
import { dueCents } from "./rules.ts";
import * as store from "./store.ts";

/**
 * Marks orders paid and delivers what they are for, in the transaction that captures the money.
 *
 * An expired or canceled order takes its stock again if enough is left; otherwise its money is refunded. If an order is
 * already paid, its event was canceled, or the payment was for another total, the new payment is refunded. Repeated calls for the same money change
 * nothing.
 */
export async function completeOrders(
  deps: Deps,
  tx: Tx,
  captured: { subjectId: string; paymentId: string | undefined; amountCents?: number }[],
): Promise<void> {
  const canceled = await lockCanceled(deps, tx, store.subjectsOf(captured));
  const orders = store.byId(await store.lockOrders(tx, store.subjectsOf(captured)));
  const returns: { paymentId: string; reason: RefundReason }[] = [];
  const queueRefund = (paymentId: string | undefined, reason: RefundReason) => {
    if (paymentId !== undefined) returns.push({ paymentId, reason });
  };
  const missed = await findMissedMoney(tx, captured, orders);
  const open = captured.filter(({ subjectId, paymentId, amountCents }) => {
    const order = orders.get(subjectId);
    if (order === undefined || missed.has(subjectId)) return false;
    const reason = automaticRefundReason(order, canceled, amountCents);
    if (reason !== undefined) queueRefund(paymentId, reason);
    return reason === undefined;
  });
  const stocked = await sellStock(
    deps,
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

/** Why money doesn't pay for an order. A page that was open before a promo code was added asked for another amount. */
function automaticRefundReason(
  order: store.OrderRow,
  canceled: Set<string>,
  amountCents: number | undefined,
): RefundReason | undefined {
  if (order.paidAt !== null) return "paid_twice";
  if (canceled.has(order.id)) return "event_canceled";
  return amountCents === undefined || amountCents === dueCents(order) ? undefined : "amount_mismatch";
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
    const isDelivered = order?.status === "paid" && dueCents(order) > 0;
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
async function sellStock(sellers: Sellers, tx: Tx, orders: store.OrderRow[]): Promise<Set<string>> {
  if (orders.length === 0) return new Set();
  const { served } = await sellHeldStock(
    tx,
    orders.map((order) => order.id),
    (ids) =>
      lateQuotas(
        sellers,
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
  const lines = await store.findLines(deps, tx, ids);
  await deliverLines(deps, tx, lines, owners);
  const linesOf = Map.groupBy(lines, (line) => line.orderId);
  const sales = orders.map((order) => saleOf(order, linesOf.get(order.id) ?? []));
  await postEntries(
    tx,
    sales.filter((sale) => sale !== undefined),
  );
  await deps.bus.emit(tx, "order.paid", orders.map(store.toBuyer));
}

/** Of some orders, those whose money has to go back because what they are for was canceled; locked. */
export async function lockCanceled(sellers: Sellers, tx: Tx, orderIds: string[]): Promise<Set<string>> {
  const canceled = new Set<string>();
  for (const purchasable of purchasablesOf(sellers)) {
    for (const id of (await purchasable.lockCanceled?.(tx, orderIds)) ?? []) canceled.add(id);
  }
  return canceled;
}

/**
 * Delivers what paid lines include, kind by kind.
 *
 * @param onlyMissing delivers what is missing, of lines that were delivered before
 */
export async function deliverLines(
  sellers: Sellers,
  tx: Tx,
  lines: SoldLine[],
  orders: Map<string, store.OrderRow>,
  onlyMissing = false,
): Promise<void> {
  for (const [kind, kindLines] of Map.groupBy(lines, (line) => line.kind)) {
    const deliveries = kindLines.map((line) => {
      const { userId, buyerName } = orders.get(line.orderId)!;
      return { ...line, ownerId: userId, buyerName };
    });
    await purchasableOf(sellers, kind).deliver(tx, deliveries, onlyMissing);
  }
}

/**
 * Handles payment attempts that end without money. If the buyer left the payment page, the order can be paid again
 * until its hold expires. If time ran out, the order expires and its stock is back on sale.
 */
async function endAttempts(tx: Tx, ended: { subjectId: string; outcome: "canceled" | "expired" }[]): Promise<void> {
  const orders = store.byId(await store.lockOrders(tx, store.subjectsOf(ended)));
  const paying = ended.filter(({ subjectId }) => orders.get(subjectId)?.status === "paying");
  // An attempt ends at the deadline that it began with, its order later if the buyer confirmed their email meanwhile.
  const left = paying.filter(({ subjectId }) => orders.get(subjectId)!.secondsLeft > 0);
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
  subscribeToDisputes(deps);
  subscribeToRefunds(deps);
  bus.on("hold.expired", async (tx, expired) => {
    const ids = expired.map(({ holderId }) => holderId);
    await store.moveOrders(tx, ids, ["awaiting_payment"], "expired");
    const networks = expired.flatMap(({ network }) => network ?? []);
    await deps.proofs.countExpired(tx, networks);
  });
  bus.on("payment.captured", (tx, captured) => completeOrders(deps, tx, captured));
  bus.on("payment.ended", (tx, ended) => endAttempts(tx, ended));
  bus.on("payment.put_off", (tx, late) => store.extendHolds(tx, late));
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
