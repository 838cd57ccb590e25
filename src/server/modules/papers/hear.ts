import type { Deps } from "#server/platform/deps.ts";
import * as store from "./store.ts";

/** Lets the module hear of sales: each makes its paper due, in its own transaction. */
export function hearForPapers({ facts }: Deps): void {
  facts.on("order.paid", (tx, paid) =>
    store.insertReceipts(
      tx,
      paid.map(({ orderId }) => orderId),
    ),
  );
  facts.on("order.refund_done", (tx, done) =>
    store.insertCreditNotes(
      tx,
      done.map(({ orderRefundId }) => orderRefundId),
    ),
  );
}
