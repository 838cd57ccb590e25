import type { DoorPickup } from "#contract/fulfillment/pickups.ts";
import { findEventInfo } from "#server/modules/events/index.ts";
import { findOrders } from "#server/modules/orders/index.ts";
import { requireFound } from "#server/platform/app-error.ts";
import type { Deps } from "#server/platform/deps.ts";
import { pickupCode } from "./pickup-codes.ts";
import { searchPickups } from "./store.ts";

const maxShown = 20;

/**
 * Finds an event's pickups for staff at its door: by the buyer's name, order number or whole email address.
 *
 * @throws AppError `not_found` for an unknown event
 */
export async function findDoorPickups(
  { db, keys }: Deps,
  eventId: number,
  q: string,
): Promise<{ items: DoorPickup[]; isMore: boolean }> {
  requireFound((await findEventInfo(db, [eventId])).get(eventId));
  const rows = await searchPickups(db, eventId, q, maxShown + 1);
  const shown = rows.slice(0, maxShown);
  const ids = shown.map(({ orderId }) => orderId);
  const orders = new Map((await findOrders(db, ids)).map((order) => [order.id, order]));
  const items = shown.map(({ orderId, ...row }) => ({
    ...row,
    code: pickupCode(orders.get(orderId)!, keys["ticket-codes"]),
  }));
  return { items, isMore: rows.length > maxShown };
}
