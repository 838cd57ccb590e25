import type { Order } from "#contract/orders.ts";
import { paths } from "#web/lib/paths.ts";

/** True for an order with tickets only. */
export const isTicketsOnly = ({ lines }: Pick<Order, "lines">): boolean => lines.every(({ kind }) => kind === "ticket");

/** What an order consists of, in sentences. */
export const thingsOf = (order: Pick<Order, "lines">): "tickets" | "items" =>
  isTicketsOnly(order) ? "tickets" : "items";

/** Where its buyer can choose again: its event, or the shop. */
export function chooseAgainAddress({ event, lines }: Pick<Order, "event" | "lines">): string {
  if (event) return paths.event(event);
  return isTicketsOnly({ lines }) ? paths.events() : paths.shop();
}
