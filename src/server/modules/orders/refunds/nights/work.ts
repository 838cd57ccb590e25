import { AppError } from "#server/platform/app-error.ts";
import { inTransaction } from "#server/platform/db/database.ts";
import type { Deps } from "#server/platform/deps.ts";
import { giveBack } from "../give-back.ts";
import * as store from "./store.ts";

/** Orders of one run of the sweep, one transaction each: buyers elsewhere hardly notice. */
const batchSize = 20;

/**
 * Gives the money of nights that are called off back, order by order. Each order is one transaction that also notes that
 * it was done, so that work which is cut short anywhere goes on with those that wait, and none is done twice on any number
 * of nodes. An order that cannot be given back is left out with the reason; the others go on.
 *
 * @returns true when more may be waiting
 */
export async function workOnNightRefunds(deps: Deps): Promise<boolean> {
  const waiting = await store.findWaiting(deps.db, batchSize);
  for (const order of waiting) await workOn(deps, order);
  await store.finishEmpty(deps.db);
  return waiting.length === batchSize;
}

async function workOn(deps: Deps, order: store.WaitingOrder): Promise<void> {
  try {
    await inTransaction(deps.db, async (tx) => {
      const night = await store.claimWaiting(tx, order);
      if (night === undefined) return;
      await giveBack(deps, tx, {
        orderId: order.orderId,
        ticketIds: await store.findOwedTickets(tx, order.orderId, night.eventId),
        withFee: night.withFee,
        // Nothing is sold for it any more: what was sold stays told.
        returnsStock: false,
        madeBy: "night",
        decidedBy: night.confirmedById ?? night.startedById,
        reason: night.reason,
        note: night.note,
        why: "night_cancelled",
        includesAdmitted: night.includesAdmitted,
        nightRefundId: night.id,
      });
      await store.settleOrder(tx, order, null);
    });
  } catch (error) {
    if (!(error instanceof AppError) || error.code === "unavailable") throw error;
    await store.settleOrder(deps.db, order, error.code);
  }
}
