import type { Tx } from "#server/platform/db/database.ts";
import * as store from "./store.ts";

/**
 * Lets nobody in with the tickets of some orders until they are unfrozen; those that somebody came in with stay as they
 * are. A scan in flight either is through, or finds the ticket frozen.
 */
export async function freezeTickets(tx: Tx, orderIds: string[]): Promise<void> {
  if (orderIds.length === 0) return;
  await store.lockTickets(tx, orderIds);
  await store.freeze(tx, orderIds);
}

/** Takes the freeze off; the codes that people have are good again. */
export async function unfreezeTickets(tx: Tx, orderIds: string[]): Promise<void> {
  if (orderIds.length === 0) return;
  await store.lockTickets(tx, orderIds);
  await store.unfreeze(tx, orderIds);
}

/**
 * Cancels the tickets of some orders, also those that somebody came in with: their money is gone. Who was let in stays
 * recorded.
 *
 * @returns the orders of which nobody came in: their places can be sold again
 */
export async function cancelTickets(tx: Tx, orderIds: string[]): Promise<string[]> {
  if (orderIds.length === 0) return [];
  await store.lockTickets(tx, orderIds);
  return store.cancelAll(tx, orderIds);
}
