import { lockHolders, returnSoldStock } from "#server/modules/inventory/index.ts";
import { cancelTickets, freezeTickets, unfreezeTickets } from "#server/modules/tickets/index.ts";
import type { Tx } from "#server/platform/db/database.ts";
import type { Deps } from "#server/platform/deps.ts";
import { moveOrders } from "../store.ts";

/**
 * Applies a dispute to its order, in the transaction that stores the bank's status. While the dispute is open, the
 * order's tickets don't admit anyone. Won: they do again. Lost with no money left: the order is refunded, its tickets
 * are void, and its spots are back on sale unless someone checked in. Lost in part: the order is partially refunded and
 * its tickets stay valid; staff decide which of them to void.
 */
export function subscribeToDisputes({ bus }: Pick<Deps, "bus">): void {
  bus.on("payment.disputed", (tx, opened) =>
    freezeTickets(
      tx,
      opened.map(({ subjectId }) => subjectId),
    ),
  );
  bus.on("payment.dispute_closed", async (tx, closed) => {
    const isAllGone = ({ outcome, leftCents }: (typeof closed)[number]) => outcome === "lost" && leftCents <= 0;
    const gone = closed.filter(isAllGone).map(({ subjectId }) => subjectId);
    const remaining = closed.filter((dispute) => !isAllGone(dispute));
    await loseOrders(tx, gone);
    await moveOrders(
      tx,
      remaining.filter(({ outcome }) => outcome === "lost").map(({ subjectId }) => subjectId),
      ["paid"],
      "partially_refunded",
    );
    await unfreezeTickets(
      tx,
      remaining.map(({ subjectId }) => subjectId),
    );
  });
}

/** Locks stock before orders and tickets, as when holds expire. */
async function loseOrders(tx: Tx, orderIds: string[]): Promise<void> {
  if (orderIds.length === 0) return;
  await lockHolders(tx, orderIds);
  await moveOrders(tx, orderIds, ["paid", "partially_refunded"], "refunded");
  const unused = await cancelTickets(tx, orderIds);
  if (unused.length > 0) await returnSoldStock(tx, unused);
}
