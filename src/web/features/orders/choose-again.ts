import type { Order } from "#contract/orders/orders.ts";
import { thingsOf } from "#contract/orders/texts.ts";
import { paths } from "#web/lib/paths.ts";

/** Where its buyer can choose again: its event, all events if it was for several, or the shop. */
export function chooseAgainAddress({ event, events, lines }: Pick<Order, "event" | "events" | "lines">): string {
  if (event && events.length === 1) return paths.event(event);
  return thingsOf({ lines }) === "tickets" ? paths.events() : paths.shop();
}
