import { pathQuery } from "#web/lib/query-client.ts";
import type { LastBuyer, Order } from "#contract/orders/orders.ts";
import { withQuery } from "#web/lib/paths.ts";

/** The signed-in user's unpaid orders whose tickets are on hold, latest first. */
export const heldOrdersQuery = () => pathQuery<{ items: Order[] }>("/api/held-orders");

/** @param key signed key from the email or the payment page's return URL: opens this one order without a session */
export const orderQuery = (id: string, key?: string) =>
  pathQuery<Order>(withQuery(`/api/orders/${encodeURIComponent(id)}`, { key }));

/** What is known about the signed-in buyer before they type. */
export const lastBuyerQuery = () => pathQuery<LastBuyer>("/api/orders/last-buyer");
