import { claimFromHold, lockHolders } from "#server/modules/inventory/index.ts";
import { AppError } from "#server/platform/app-error.ts";
import { inTransaction, type Tx } from "#server/platform/db/database.ts";
import type { Deps } from "#server/platform/deps.ts";
import { newId } from "#server/platform/ids.ts";
import { claimsOfComp, holdSeconds, refuseComp, requireSource, writeComps, type CompGuest } from "../issuing.ts";
import { revokeIn } from "../service.ts";
import { endEarly, lockWithStock } from "./service.ts";
import * as store from "./store.ts";

/** Guests per transaction: few enough that buyers of the same tickets hardly wait. */
const chunkSize = 50;

/** Batches that one run works on, so that a short list doesn't wait behind a long one. */
const batchesPerRun = 5;

/**
 * Issues the next guests of each list, ends links whose time is up, and revokes the next comps of each batch that is being revoked. A chunk's
 * tickets and the note that its guests have them are one transaction, so after a crash the work continues with whoever
 * still waits, and nobody gets tickets twice, on any number of nodes.
 *
 * @returns true when more is waiting
 */
export async function processCompBatches(deps: Deps): Promise<boolean> {
  let isMore = false;
  for (const batch of await store.findDue(deps.db, batchesPerRun)) {
    const isDone = await workOn(deps, batch);
    isMore ||= !isDone;
  }
  return isMore;
}

function workOn(deps: Deps, batch: store.BatchRow): Promise<boolean> {
  if (batch.status === "revoking") return revokeNext(deps, batch);
  return batch.source === "link" ? endLink(deps, batch) : issueNext(deps, batch);
}

/** Ends a link whose time is up, or whose event is over or was canceled: what nobody claimed is back on sale. */
async function endLink(deps: Deps, { id, ticketTypeId, hostId }: store.BatchRow): Promise<true> {
  await inTransaction(deps.db, async (tx) => {
    if ((await lockWithStock(tx, id)).status !== "running") return;
    const problem = await findObstacle(tx, ticketTypeId, hostId);
    await endEarly(tx, id, problem === undefined ? "done" : "stopped", problem);
  });
  return true;
}

/** Why nothing can be issued anymore: the event is over or was canceled. */
async function findObstacle(tx: Tx, ticketTypeId: number, hostId: number | null): Promise<string | undefined> {
  try {
    await requireSource(tx, ticketTypeId, hostId);
    return undefined;
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== "sales_closed") throw error;
    return error.message;
  }
}

/** Issues a chunk. @returns true when nobody waits anymore */
async function issueNext(deps: Deps, batch: store.BatchRow): Promise<boolean> {
  try {
    return await inTransaction(deps.db, async (tx) => {
      const source = await requireSource(tx, batch.ticketTypeId, batch.hostId);
      // Nodes that work on the same batch wait here for each other.
      await lockHolders(tx, [batch.id]);
      if ((await store.lockBatch(tx, batch.id))?.status !== "running") return true;
      const waiting = await store.listWaiting(tx, batch.id, chunkSize);
      const guests = waiting.map((guest) => ({ ...guest, orderId: newId() }));
      if (guests.length > 0) await issueHeld(deps, tx, { source, batch }, guests);
      await store.markIssued(tx, batch.id, guests);
      const isLast = guests.length < chunkSize;
      if (isLast) await store.endBatch(tx, batch.id, "done");
      return isLast;
    });
  } catch (error) {
    // The event is over or was canceled meanwhile.
    if (!(error instanceof AppError) || error.code !== "sales_closed") throw error;
    await inTransaction(deps.db, async (tx) => {
      await lockHolders(tx, [batch.id]);
      if ((await store.lockBatch(tx, batch.id))?.status === "running") {
        await endEarly(tx, batch.id, "stopped", error.message);
      }
    });
    return true;
  }
}

/** Issues comps from what their batch has on hold. Its row is locked. */
export async function issueHeld(
  deps: Deps,
  tx: Tx,
  { source, batch }: { source: Awaited<ReturnType<typeof requireSource>>; batch: store.BatchRow },
  guests: CompGuest[],
): Promise<void> {
  const claims = guests.map(({ orderId, quantity }) => ({ holderId: orderId, lines: claimsOfComp(source, quantity) }));
  const shortages = await claimFromHold(tx, batch.id, claims, holdSeconds);
  const shortage = shortages.find((each) => each !== undefined);
  if (shortage !== undefined) throw await refuseComp(tx, source, shortage);
  const { issuerId, reason, hostId, id: batchId } = batch;
  await writeComps(deps, tx, source, { issuerId, reason, hostId, batchId }, guests);
}

/** Revokes a chunk, each comp in a transaction of its own. @returns true when none is left */
async function revokeNext(deps: Deps, batch: store.BatchRow): Promise<boolean> {
  const issued = await store.findIssued(deps.db, batch.id, chunkSize);
  for (const { position, orderId } of issued) {
    try {
      await inTransaction(deps.db, async (tx) => {
        await revokeIn(tx, batch.revokerId!, orderId, batch.revokeReason!);
        await store.markGuest(tx, batch.id, position, "revoked");
      });
    } catch (error) {
      if (!(error instanceof AppError) || error.code !== "order_closed") throw error;
      await store.markGuest(deps.db, batch.id, position, "kept");
    }
  }
  await store.finishRevoking(deps.db, batch.id);
  return issued.length < chunkSize;
}
