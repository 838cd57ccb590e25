import type { RefundStatus } from "#contract/order-refunds.ts";
import type { Tx } from "#server/platform/db/database.ts";
import type { Deps } from "#server/platform/deps.ts";
import { findOrders } from "../store.ts";
import { moveRefunds } from "./store.ts";

interface Word {
  orderRefundId: string | null;
  subjectId: string;
}

/**
 * Lets orders hear what the provider says of their refunds, in the transaction that notes it. The same word again changes
 * nothing and tells nobody; a bank may send money back that was done.
 */
export function hearOfRefunds(deps: Deps): void {
  deps.facts.on("payment.refunded", async (tx, refunded) => {
    await follow(deps, tx, refunded, "done", () => null);
  });
  deps.facts.on("payment.refund_failed", async (tx, failed) => {
    await follow(deps, tx, failed, "failed", (word) => word.failure);
  });
  deps.facts.on("payment.refund_retried", async (tx, retried) => {
    const words = retried.map(({ orderRefundId }) => ({
      id: orderRefundId,
      status: "pending" as const,
      failure: null,
    }));
    await moveRefunds(tx, words);
  });
}

async function follow<Fact extends Word>(
  { facts }: Deps,
  tx: Tx,
  words: Fact[],
  status: RefundStatus,
  failureOf: (word: Fact) => string | null,
): Promise<void> {
  const asked = words.flatMap((word) =>
    word.orderRefundId === null ? [] : [{ ...word, id: word.orderRefundId, failure: failureOf(word) }],
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
  await facts.tell(
    tx,
    "order.refund_done",
    asked.flatMap(({ id, subjectId }) => {
      const order = orders.get(subjectId);
      if (order === undefined || !moved.includes(id)) return [];
      return [{ orderRefundId: id, orderId: subjectId, buyerName: order.buyerName, buyerEmail: order.buyerEmail }];
    }),
  );
}
