import type { Order } from "#contract/orders/orders.ts";
import { thingsOf } from "#contract/orders/texts.ts";
import { paths } from "#web/lib/paths.ts";

/** Where its buyer can choose again: its event, or the shop. */
export function chooseAgainAddress({ event, lines }: Pick<Order, "event" | "lines">): string {
  if (event) return paths.event(event);
  return thingsOf({ lines }) === "tickets" ? paths.events() : paths.shop();
}
