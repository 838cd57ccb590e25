import { lockHolders, returnSoldStock } from "#server/modules/inventory/index.ts";
import { cancelTickets, freezeTickets, unfreezeTickets } from "#server/modules/tickets/index.ts";
import type { Tx } from "#server/platform/db/database.ts";
import type { Deps } from "#server/platform/deps.ts";
import { moveOrders } from "../store.ts";

/**
 * What a dispute does to its order, in the transaction of the bank's word. While it is open the order's tickets let nobody
 * in. Won: they do again. Lost with nothing left of the money: the order is refunded, its tickets are void, and its places
 * are for sale again unless somebody came in. Lost in part: the order is partially refunded and its tickets are good;
 * staff decide which of them go.
 */
export function hearOfDisputes({ facts }: Pick<Deps, "facts">): void {
  facts.on("payment.disputed", (tx, opened) =>
    freezeTickets(
      tx,
      opened.map(({ subjectId }) => subjectId),
    ),
  );
  facts.on("payment.dispute_closed", async (tx, closed) => {
    const isAllGone = ({ outcome, leftCents }: (typeof closed)[number]) => outcome === "lost" && leftCents <= 0;
    const gone = closed.filter(isAllGone).map(({ subjectId }) => subjectId);
    const kept = closed.filter((dispute) => !isAllGone(dispute));
    await loseOrders(tx, gone);
    await moveOrders(
      tx,
      kept.filter(({ outcome }) => outcome === "lost").map(({ subjectId }) => subjectId),
      ["paid"],
      "partially_refunded",
    );
    await unfreezeTickets(
      tx,
      kept.map(({ subjectId }) => subjectId),
    );
  });
}

/** Stock before orders and tickets, as when holds lapse. */
async function loseOrders(tx: Tx, orderIds: string[]): Promise<void> {
  if (orderIds.length === 0) return;
  await lockHolders(tx, orderIds);
  await moveOrders(tx, orderIds, ["paid", "partially_refunded"], "refunded");
  const unused = await cancelTickets(tx, orderIds);
  if (unused.length > 0) await returnSoldStock(tx, unused);
}
