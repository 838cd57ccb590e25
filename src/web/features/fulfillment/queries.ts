import type { AdminFulfillment } from "#contract/admin-fulfillment.ts";
import type { OrderFulfillment } from "#contract/fulfillment.ts";
import { adminQuery } from "#web/features/admin/table/list-query.ts";
import { withQuery } from "#web/lib/paths.ts";
import { pathQuery } from "#web/lib/query-client.ts";

/** @param key signed key from the email: opens this one order without a session */
export const fulfillmentQuery = (orderId: string, key?: string) =>
  pathQuery<OrderFulfillment>(withQuery(`/api/orders/${encodeURIComponent(orderId)}/fulfillment`, { key }));

const adminPath = (orderId: string) => `/api/admin/orders/${orderId}`;

/** The addresses of what staff do with an order's products. */
export const fulfillmentPaths = {
  shipments: (orderId: string) => `${adminPath(orderId)}/shipments`,
  shipment: (orderId: string, id: string) => `${adminPath(orderId)}/shipments/${id}`,
  handovers: (orderId: string) => `${adminPath(orderId)}/handovers`,
  returns: (orderId: string) => `${adminPath(orderId)}/returns`,
  returnQuote: (orderId: string) => `${adminPath(orderId)}/return-quote`,
  packingSlip: (orderId: string, shipment?: string) => withQuery(`${adminPath(orderId)}/packing-slip`, { shipment }),
};

export const adminFulfillmentQuery = (orderId: string) =>
  adminQuery<AdminFulfillment>(`${adminPath(orderId)}/fulfillment`);
