import { AppError } from "#server/platform/app-error.ts";
import { inTransaction } from "#server/platform/db/database.ts";
import type { Deps } from "#server/platform/deps.ts";
import { refundTickets } from "../refund-tickets.ts";
import * as store from "./store.ts";

/** Orders per job run, one transaction each, so other buyers hardly notice. */
const batchSize = 20;

/**
 * Refunds canceled events, order by order. Each order's transaction also marks it as done, so interrupted work resumes
 * with the waiting orders, and none is refunded twice on any number of nodes. An order that can't be refunded is
 * skipped with the reason; the others continue.
 *
 * @returns true when more may be waiting
 */
export async function processEventRefunds(deps: Deps): Promise<boolean> {
  const waiting = await store.findWaiting(deps.db, batchSize);
  for (const order of waiting) await workOn(deps, order);
  await store.finishEmpty(deps.db);
  return waiting.length === batchSize;
}

async function workOn(deps: Deps, order: store.WaitingOrder): Promise<void> {
  try {
    await inTransaction(deps.db, async (tx) => {
      const event = await store.claimWaiting(tx, order);
      if (event === undefined) return;
      await refundTickets(deps, tx, {
        orderId: order.orderId,
        ticketIds: await store.findOwedTickets(tx, order.orderId, event.eventId),
        withFee: event.withFee,
        // The event isn't on sale anymore: sold units stay counted as sold.
        returnsStock: false,
        madeBy: "event",
        decidedBy: event.confirmedById ?? event.startedById,
        reason: event.reason,
        note: event.note,
        why: "event_canceled",
        includesAdmitted: event.includesAdmitted,
        eventRefundId: event.id,
      });
      await store.settleOrder(tx, order, null);
    });
  } catch (error) {
    if (!(error instanceof AppError) || error.code === "unavailable") throw error;
    await store.settleOrder(deps.db, order, error.code);
  }
}
