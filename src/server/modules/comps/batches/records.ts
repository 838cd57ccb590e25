import { lockHolders, returnHeldUnits } from "#server/modules/inventory/index.ts";
import type { Tx } from "#server/platform/db/database.ts";
import type { RecordOwner, RecordSource } from "#server/platform/personal-records.ts";
import { loadTypesOnSale } from "#server/modules/events/index.ts";
import { lockBuyers } from "#server/modules/orders/index.ts";
import type { Deps } from "#server/platform/deps.ts";
import { claimantOf, forgetClaimant } from "../links/store.ts";
import { findHost } from "../hosts/store.ts";
import { claimsOfComp } from "../issuing.ts";
import * as store from "./store.ts";

/**
 * Guests who wait for free tickets, by their confirmed email: for their data download, and for account deletion, which
 * takes them off the list, puts their stock back on sale and forgets that their email claimed tickets by a link. Once issued, their data is in their order.
 */
export const compGuestRecords = ({ keys }: Deps): RecordSource => ({
  async read(db, { email }) {
    return email === null ? [] : store.findWaitingOf(db, email);
  },
  async forget(tx, owner) {
    // Before any stock, as when the person places an order.
    await lockBuyers(tx, [owner.id]);
    await forget(tx, owner);
    if (owner.email !== null) await forgetClaimant(tx, claimantOf(owner.email, keys["claim-links"]));
  },
});

async function forget(tx: Tx, { email }: RecordOwner): Promise<void> {
  if (email === null) return;
  const batchIds = [...new Set((await store.findWaitingOf(tx, email)).map(({ batchId }) => batchId))].toSorted();
  for (const batchId of batchIds) {
    const { ticketTypeId, hostId, source } = (await store.findBatch(tx, batchId))!;
    const [type] = await loadTypesOnSale(tx, [ticketTypeId]);
    const host = hostId === null ? undefined : await findHost(tx, hostId);
    await lockHolders(tx, [batchId]);
    await store.lockBatch(tx, batchId);
    const units = await store.cancelWaitingOf(tx, batchId, email);
    // What a link has left doesn't depend on who asked for it.
    if (units > 0 && source === "list") await returnHeldUnits(tx, batchId, claimsOfComp({ type: type!, host }, units));
  }
}
