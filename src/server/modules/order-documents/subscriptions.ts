import type { Deps } from "#server/platform/deps.ts";
import * as store from "./store.ts";

/** Listens for sales and refunds: each makes its document due in its own transaction. */
export function subscribeOrderDocuments({ bus }: Deps): void {
  bus.on("order.paid", (tx, paid) =>
    store.insertReceipts(
      tx,
      paid.map(({ orderId }) => orderId),
    ),
  );
  bus.on("order.refund_done", (tx, done) =>
    store.insertCreditNotes(
      tx,
      done.map(({ orderRefundId }) => orderRefundId),
    ),
  );
}
