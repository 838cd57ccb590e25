import type { MyItems } from "#contract/fulfillment/my-items.ts";
import { EventReference } from "#contract/shapes.ts";
import { findEventInfo } from "#server/modules/events/index.ts";
import { findOrderIdsOf, findOrders } from "#server/modules/orders/index.ts";
import type { Deps } from "#server/platform/deps.ts";
import type { Principal } from "#server/platform/http/principal.ts";
import { shownAs } from "#server/platform/shown.ts";
import { findDisputed } from "./list-store.ts";
import { findOwnItems } from "./own-items-store.ts";
import { pickupCode } from "./pickup-codes.ts";

const maxShown = 20;

/** A person's latest orders with products, with the codes of what waits for them at events. */
export async function listMyItems({ db, keys }: Deps, { id, email }: Principal): Promise<{ items: MyItems[] }> {
  const rows = await findOwnItems(db, await findOrderIdsOf(db, { id, email }), maxShown);
  const waiting = rows.filter(({ status }) => status === "to_pick_up" || status === "partly_picked_up");
  const orders = await findOrders(
    db,
    waiting.map(({ order }) => order.id),
  );
  const events = await findEventInfo(db, [...new Set(rows.flatMap(({ eventId }) => eventId ?? []))]);
  const codes = new Map<string, string>();
  for (const order of orders) {
    if (!(await findDisputed(db, order.id))) codes.set(order.id, pickupCode(order, keys["ticket-codes"]));
  }
  return {
    items: rows.map(({ eventId, ...row }) => {
      const event = eventId === null ? undefined : events.get(eventId);
      const isOff = event?.status === "canceled";
      const code = isOff ? null : (codes.get(row.order.id) ?? null);
      return { ...row, pickup: event === undefined ? null : { code, event: shownAs(EventReference)(event) } };
    }),
  };
}
