import type { RefundStatus } from "#contract/refunds/of-order.ts";
import type { Tx } from "#server/platform/db/database.ts";
import type { Deps } from "#server/platform/deps.ts";
import { byId, subjectsOf, toBuyer, findLines, findOrders, moveOrders, type OrderRow } from "../store.ts";
import { returnStock } from "./refund-tickets.ts";
import { stockToReturn } from "./rules.ts";
import { moveRefunds } from "./store.ts";
import { findUnits } from "./units.ts";
import { lockHolders, returnSoldStock } from "#server/modules/inventory/index.ts";
import { findSentUnits, purchasablesOf, type Sellers } from "#server/modules/purchasables/index.ts";

interface RefundReport {
  orderRefundId: string | null;
  subjectId: string;
}

/**
 * Applies the payment provider's refund status to orders, in the transaction that stores it. A repeated status changes
 * nothing and notifies nobody; a bank may return money of a refund that was done.
 */
export function subscribeToRefunds(deps: Deps): void {
  deps.bus.on("payment.refunded", async (tx, refunded) => {
    await follow(deps, tx, refunded, "done", () => null);
  });
  deps.bus.on("payment.refund_failed", async (tx, failed) => {
    await follow(deps, tx, failed, "failed", (report) => report.failure);
  });
  deps.bus.on("payment.refund_retried", async (tx, retried) => {
    const reports = retried.map(({ orderRefundId }) => ({
      id: orderRefundId,
      status: "pending" as const,
      failure: null,
    }));
    await moveRefunds(tx, reports);
  });
}

async function follow<Payload extends RefundReport>(
  { bus }: Deps,
  tx: Tx,
  reports: Payload[],
  status: RefundStatus,
  failureOf: (report: Payload) => string | null,
): Promise<void> {
  const orderReports = reports.flatMap((report) =>
    report.orderRefundId === null ? [] : [{ ...report, id: report.orderRefundId, failure: failureOf(report) }],
  );
  if (orderReports.length === 0) return;
  const moved = await moveRefunds(
    tx,
    orderReports.map(({ id, failure }) => ({ id, status, failure })),
  );
  if (status !== "done") return;
  const orders = byId(await findOrders(tx, subjectsOf(orderReports)));
  await bus.emit(
    tx,
    "order.refund_done",
    orderReports.flatMap(({ id, subjectId }) => {
      const order = orders.get(subjectId);
      if (order === undefined || !moved.includes(id)) return [];
      return [{ orderRefundId: id, ...toBuyer(order) }];
    }),
  );
}

/**
 * Applies a dispute to its order, in the transaction that stores the bank's status. While the dispute is open, the
 * order's tickets don't admit anyone. Won: they do again. Lost with no money left: the order is refunded, its tickets
 * are void, and its products that weren't sent are on sale again, as are its spots unless someone checked in or something
 * was sent. Lost in part: the order is partially refunded and its tickets stay valid; staff decide which of them to void.
 */
export function subscribeToDisputes(deps: Pick<Deps, "bus" | "contributed">): void {
  const { bus } = deps;
  bus.on("payment.disputed", async (tx, opened) => {
    for (const purchasable of purchasablesOf(deps)) await purchasable.freeze(tx, subjectsOf(opened));
  });
  bus.on("payment.dispute_closed", async (tx, closed) => {
    const isAllGone = ({ outcome, leftCents }: (typeof closed)[number]) => outcome === "lost" && leftCents <= 0;
    const gone = subjectsOf(closed.filter(isAllGone));
    const remaining = closed.filter((dispute) => !isAllGone(dispute));
    await loseOrders(deps, tx, gone);
    await moveOrders(
      tx,
      subjectsOf(remaining.filter(({ outcome }) => outcome === "lost")),
      ["paid"],
      "partially_refunded",
    );
    for (const purchasable of purchasablesOf(deps)) await purchasable.unfreeze(tx, subjectsOf(remaining));
  });
}

/** Locks stock before orders and tickets, as when holds expire. */
async function loseOrders(sellers: Sellers, tx: Tx, orderIds: string[]): Promise<void> {
  if (orderIds.length === 0) return;
  await lockHolders(tx, orderIds);
  await moveOrders(tx, orderIds, ["paid", "partially_refunded"], "refunded");
  // What was sent is gone: it is on sale again once it comes back.
  const used = new Set((await findSentUnits(sellers, tx, orderIds)).map(({ orderId }) => orderId));
  for (const purchasable of purchasablesOf(sellers)) {
    for (const id of await purchasable.voidOrders(tx, orderIds)) used.add(id);
  }
  const unused = orderIds.filter((id) => !used.has(id));
  if (unused.length > 0) await returnSoldStock(tx, unused);
  for (const order of await findOrders(tx, [...used])) await returnUnsent(sellers, tx, order);
}

/** Of an order of which something was used or sent, puts the products on sale again that are still here. */
async function returnUnsent(sellers: Sellers, tx: Tx, order: OrderRow): Promise<void> {
  const lines = await findLines(sellers, tx, [order.id]);
  const units = await findUnits(sellers, tx, order, lines);
  const chosen = units.filter(({ ticketId, isRefunded }) => ticketId === null && !isRefunded);
  await returnStock(sellers, tx, order.id, stockToReturn(lines, units, chosen));
}
