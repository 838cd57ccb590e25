import type { Order } from "#contract/orders/orders.ts";
import { isIssuedByStaff } from "#server/modules/comps/index.ts";
import { findConfirmedAddresses } from "#server/modules/reminders/index.ts";
import type { Queryable } from "#server/platform/db/database.ts";
import * as store from "./store.ts";

/**
 * Those of some addresses that are confirmed: their owner followed a link that was sent there, to an account or a
 * reminder, or paid with the address. Anybody can type any other address, so its emails have no text that was typed
 * with it.
 */
export async function findConfirmed(db: Queryable, addresses: string[]): Promise<Set<string>> {
  const followed = await findConfirmedAddresses(db, addresses);
  return new Set([...followed, ...(await store.findOwned(db, addresses))]);
}

/**
 * Whether an email about an order may have the names and the address that were typed into it: to a confirmed address,
 * and if the order was paid or staff entered its guest.
 */
export async function mayQuoteOrder(db: Queryable, order: Order, toAddress: string): Promise<boolean> {
  if (order.totalCents > 0 && order.paidAt !== null) return true;
  if ((await findConfirmed(db, [toAddress])).has(toAddress)) return true;
  return isIssuedByStaff(db, order.id);
}

/** An order without what its buyer typed. */
export const withoutTypedText = (order: Order): Order => ({
  ...order,
  buyer: { ...order.buyer, name: "" },
  tickets: order.tickets.map((ticket) => ({ ...ticket, holderName: "" })),
  delivery: order.delivery && { ...order.delivery, address: null },
});
