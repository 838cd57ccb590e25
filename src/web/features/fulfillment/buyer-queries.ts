import type { OrderFulfillment } from "#contract/fulfillment/fulfillment.ts";
import { withQuery } from "#web/lib/paths.ts";
import { pathQuery } from "#web/lib/query-client.ts";

/** @param key signed key from the email: opens this one order without a session */
export const buyerFulfillmentQuery = (orderId: string, key?: string) =>
  pathQuery<OrderFulfillment>(withQuery(`/api/orders/${encodeURIComponent(orderId)}/fulfillment`, { key }));
