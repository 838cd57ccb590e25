import type { RefundStatus } from "#contract/order-refunds.ts";
import type { Tx } from "#server/platform/db/database.ts";
import type { Deps } from "#server/platform/deps.ts";
import { findOrders } from "../store.ts";
import { moveRefunds } from "./store.ts";

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
  const asked = reports.flatMap((report) =>
    report.orderRefundId === null ? [] : [{ ...report, id: report.orderRefundId, failure: failureOf(report) }],
  );
  if (asked.length === 0) return;
  const moved = await moveRefunds(
    tx,
    asked.map(({ id, failure }) => ({ id, status, failure })),
  );
  if (status !== "done") return;
  const orders = new Map(
    (
      await findOrders(
        tx,
        asked.map(({ subjectId }) => subjectId),
      )
    ).map((order) => [order.id, order]),
  );
  await bus.emit(
    tx,
    "order.refund_done",
    asked.flatMap(({ id, subjectId }) => {
      const order = orders.get(subjectId);
      if (order === undefined || !moved.includes(id)) return [];
      return [{ orderRefundId: id, orderId: subjectId, buyerName: order.buyerName, buyerEmail: order.buyerEmail }];
    }),
  );
}
