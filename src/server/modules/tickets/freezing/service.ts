import type { Tx } from "#server/platform/db/database.ts";
import * as store from "./store.ts";

/**
 * Freezes the tickets of some orders: they don't admit anyone until they are unfrozen; checked-in tickets stay as they
 * are. A scan at the same time either finishes first, or finds the ticket frozen.
 */
export async function freezeTickets(tx: Tx, orderIds: string[]): Promise<void> {
  if (orderIds.length === 0) return;
  await store.lockTickets(tx, orderIds);
  await store.freeze(tx, orderIds);
}

/** Unfreezes the tickets; people's existing codes are valid again. */
export async function unfreezeTickets(tx: Tx, orderIds: string[]): Promise<void> {
  if (orderIds.length === 0) return;
  await store.lockTickets(tx, orderIds);
  await store.unfreeze(tx, orderIds);
}

/**
 * Cancels the tickets of some orders, including checked-in ones, because their money is gone. Check-ins stay recorded.
 *
 * @returns the orders in which nobody checked in: their spots can be sold again
 */
export async function cancelTickets(tx: Tx, orderIds: string[]): Promise<string[]> {
  if (orderIds.length === 0) return [];
  await store.lockTickets(tx, orderIds);
  return store.cancelAll(tx, orderIds);
}
