import type { OrderLine } from "#contract/orders.ts";
import type { Tx } from "#server/platform/db/database.ts";
import type { Deps } from "#server/platform/deps.ts";
import { releaseHolds, sellHeldStock, unkeepHolds } from "#server/modules/inventory/index.ts";
import { postEntries, saleOf } from "#server/modules/ledger/index.ts";
import { findSecondMoney, returnMoney, type RefundReason } from "#server/modules/payments/index.ts";
import { issueTickets, type TicketIssue } from "#server/modules/tickets/index.ts";
import { openReleases } from "#server/modules/events/index.ts";
import { hearOfDisputes } from "./disputes/service.ts";
import { lateQuotas } from "./person-limits/service.ts";
import { hearOfRefunds } from "./refunds/hear.ts";
import { shareOut, type PaidLine } from "./refunds/rules.ts";
import { hearOfNights } from "./reach/service.ts";
import { lockCancelled } from "./reach/store.ts";
import * as store from "./store.ts";

/**
 * Makes orders paid and issues their tickets, in the transaction that brought the money.
 *
 * An order that had lapsed or was cancelled takes its stock anew if there still is enough; otherwise its money goes back.
 * An order that is paid already sends the second payment back, and so does one for a night that was called off. Calling it again for the same money changes nothing.
 */
export async function fulfilOrders(
  deps: Deps,
  tx: Tx,
  captured: { subjectId: string; paymentId: string | undefined }[],
): Promise<void> {
  const cancelled = await lockCancelled(
    tx,
    captured.map(({ subjectId }) => subjectId),
  );
  const orders = new Map(
    (
      await store.lockOrders(
        tx,
        captured.map(({ subjectId }) => subjectId),
      )
    ).map((row) => [row.id, row]),
  );
  const returns: { paymentId: string; reason: RefundReason }[] = [];
  const giveBack = (paymentId: string | undefined, reason: RefundReason) => {
    if (paymentId !== undefined) returns.push({ paymentId, reason });
  };
  const missed = await findMissedMoney(tx, captured, orders);
  const open = captured.filter(({ subjectId, paymentId }) => {
    const order = orders.get(subjectId);
    if (order === undefined || missed.has(subjectId)) return false;
    if (order.paidAt !== null) giveBack(paymentId, "paid_twice");
    else if (cancelled.has(subjectId)) giveBack(paymentId, "night_cancelled");
    return order.paidAt === null && !cancelled.has(subjectId);
  });
  const stocked = await sellStock(
    tx,
    open.map(({ subjectId }) => orders.get(subjectId)!),
  );
  for (const { subjectId, paymentId } of open) {
    if (!stocked.has(subjectId)) giveBack(paymentId, "sold_out_meanwhile");
  }
  await deliver(
    deps,
    tx,
    [...stocked].map((id) => orders.get(id)!),
  );
  await returnMoney(deps, tx, returns);
}

/**
 * Orders that were delivered although the books lost the money for them: what comes now is that money. A second payment
 * is one only where there was a first.
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

/** The orders that have their stock; who comes late takes what is left, and may so end a release. */
async function sellStock(tx: Tx, orders: store.OrderRow[]): Promise<Set<string>> {
  if (orders.length === 0) return new Set();
  const { served, anew } = await sellHeldStock(
    tx,
    orders.map((order) => order.id),
    (ids) =>
      lateQuotas(
        tx,
        orders.filter((order) => ids.includes(order.id)),
      ),
  );
  if (anew.length > 0) {
    const lines = await store.findLines(tx, anew);
    await openReleases(tx, [...new Set(lines.map((line) => line.ticketTypeId))]);
  }
  return served;
}

async function deliver(deps: Deps, tx: Tx, orders: store.OrderRow[]): Promise<void> {
  if (orders.length === 0) return;
  const ids = orders.map((order) => order.id);
  await store.moveOrders(tx, ids, ["awaiting_payment", "paying", "expired", "cancelled"], "paid");
  const owners = new Map(orders.map((order) => [order.id, order]));
  const lines = await store.findLines(tx, ids);
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
  await deps.facts.tell(
    tx,
    "order.paid",
    orders.map(({ id, buyerName, buyerEmail }) => ({ orderId: id, buyerName, buyerEmail })),
  );
  deps.nudge("mail");
}

/** Lines with their share of the order's tax: the sum of what refunding their tickets would give back of it. */
function withTax<Line extends PaidLine>(order: store.OrderRow, lines: Line[]): (Line & { taxCents: number })[] {
  const shares = shareOut(lines, order.taxCents);
  return lines.map((line) => ({
    ...line,
    taxCents: shares.get(line.id)!.reduce((sum, share) => sum + share.taxCents, 0),
  }));
}

/** The tickets that a paid line brings. */
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
 * What follows when a payment attempt ends without money: after its page was left the order may be paid again until its
 * hold lapses; after its time was up the order expires and its stock is for sale again.
 */
export async function endAttempts(
  tx: Tx,
  ended: { subjectId: string; outcome: "cancelled" | "expired" }[],
): Promise<void> {
  const orders = new Map(
    (
      await store.lockOrders(
        tx,
        ended.map(({ subjectId }) => subjectId),
      )
    ).map((row) => [row.id, row]),
  );
  const paying = ended.filter(({ subjectId }) => orders.get(subjectId)?.status === "paying");
  const left = paying.filter(
    ({ subjectId, outcome }) => outcome === "cancelled" && orders.get(subjectId)!.secondsLeft > 0,
  );
  const over = paying.filter((attempt) => !left.includes(attempt)).map(({ subjectId }) => subjectId);
  if (left.length > 0) {
    const ids = left.map(({ subjectId }) => subjectId);
    await store.moveOrders(tx, ids, ["paying"], "awaiting_payment");
    await unkeepHolds(
      tx,
      ids.map((id) => ({ holderId: id, expiresAt: orders.get(id)!.holdExpiresAt })),
    );
  }
  if (over.length > 0) {
    await releaseHolds(tx, over);
    await store.moveOrders(tx, over, ["paying"], "expired");
  }
}

/** Lets the module hear of holds and payments, and tell of money that went back. */
export function hearForOrders(deps: Deps): void {
  const { facts } = deps;
  hearOfNights(deps);
  hearOfDisputes(deps);
  hearOfRefunds(deps);
  facts.on("hold.lapsed", async (tx, lapsed) => {
    await store.moveOrders(
      tx,
      lapsed.map(({ holderId }) => holderId),
      ["awaiting_payment"],
      "expired",
    );
  });
  facts.on("payment.captured", (tx, captured) => fulfilOrders(deps, tx, captured));
  facts.on("payment.ended", (tx, ended) => endAttempts(tx, ended));
  facts.on("payment.put_off", (tx, late) => store.putOffHolds(tx, late));
  facts.on("payment.refunded", async (tx, told) => {
    // What somebody asked for is told by its own facts.
    // What was sent at the provider staff settle first.
    const refunded = told.filter((refund) => refund.orderRefundId === null && refund.reason !== "provider");
    if (refunded.length === 0) return;
    const orders = new Map(
      (
        await store.findOrders(
          tx,
          refunded.map(({ subjectId }) => subjectId),
        )
      ).map((row) => [row.id, row]),
    );
    await facts.tell(
      tx,
      "order.money_returned",
      refunded.flatMap(({ subjectId, paymentId, refundId, reason, amountCents }) => {
        const order = orders.get(subjectId);
        if (order === undefined) return [];
        const { buyerName, buyerEmail } = order;
        return [{ orderId: subjectId, paymentId, refundId, reason, amountCents, buyerName, buyerEmail }];
      }),
    );
  });
}
