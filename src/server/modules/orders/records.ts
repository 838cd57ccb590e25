import { deletedDisplayName } from "#server/modules/accounts/index.ts";
import { forgetAddresses } from "#server/modules/delivery/index.ts";
import { findNetworkRecord, lockHolders, releaseHolds } from "#server/modules/inventory/index.ts";
import { AppError } from "#server/platform/app-error.ts";
import type { Tx } from "#server/platform/db/database.ts";
import type { Deps } from "#server/platform/deps.ts";
import type { RecordSource, RecordOwner } from "#server/platform/personal-records.ts";
import {
  findConfirmedMailboxes,
  findNetworks,
  forgetConfirmedMailboxes,
  forgetNetworks,
  moveConfirmedMailboxes,
} from "./fair-share/store.ts";
import { readOrders } from "./read.ts";
import * as records from "./records-store.ts";
import { lockBuyers, lockOrders, moveOrders } from "./store.ts";

/** A person's orders, for their data download and for deleting their account. Pending refunds have to arrive first. */
export function ordersRecords(deps: Deps): RecordSource {
  return {
    async read(db, owner) {
      const ids = await records.findOrderIdsOf(db, owner);
      const networks = await findNetworks(db, ids);
      const mailboxes = await findConfirmedMailboxes(db, owner.id);
      const orders = await readOrders(deps, db, ids);
      // Tickets have their own part, and codes are left out.
      const shown = ids.map(async (id) => {
        const found = orders.get(id);
        if (found === undefined) return [];
        const { tickets: _, ...order } = found.order;
        const networkHash = networks.get(id) ?? null;
        const network = networkHash === null ? undefined : (await findNetworkRecord(db, networkHash))[0];
        return { ...order, networkHash, networkRecord: network ?? null };
      });
      return [...(await Promise.all(shown)).flat(), ...mailboxes.map((confirmedMailbox) => ({ confirmedMailbox }))];
    },
    async findOpenMatters(db, owner) {
      const paying = await records.findPayingOrders(db, owner);
      return paying.map(({ number }) => ({ kind: "payment", title: `Order ${number}`, count: 1 }));
    },
    forget,
    count: records.countOrdersOf,
    move,
  };
}

/**
 * Cancels unpaid orders, so that their stock is back on sale, and removes the buyer from all others. The lock on the
 * buyer keeps new orders out; the lock on the orders keeps out a payment that would start now.
 *
 * @throws AppError `payment_under_way` when a payment started in the meantime
 */
async function forget(tx: Tx, owner: RecordOwner): Promise<void> {
  await lockBuyers(tx, [owner.id]);
  const ids = await records.findOrderIdsOf(tx, owner);
  await lockHolders(tx, ids);
  const orders = await lockOrders(tx, ids);
  if (orders.some((order) => order.status === "paying")) throw new AppError("payment_under_way");
  const canceled = await moveOrders(tx, ids, ["awaiting_payment"], "canceled");
  if (canceled.length > 0) await releaseHolds(tx, canceled);
  await forgetNetworks(tx, ids);
  await forgetConfirmedMailboxes(tx, owner.id);
  await forgetAddresses(tx, ids);
  await records.anonymiseOrders(tx, ids, deletedDisplayName);
}

/** Moves a person's orders to another account. The locks keep out an order or a payment that would start now. */
async function move(tx: Tx, fromId: number, toId: number): Promise<void> {
  await lockBuyers(tx, [fromId, toId]);
  await lockOrders(tx, await records.findOwnOrderIds(tx, fromId));
  await moveConfirmedMailboxes(tx, fromId, toId);
  await records.moveOwner(tx, fromId, toId);
}
