import type { AdminFulfillment } from "#contract/fulfillment/admin.ts";
import { adminQuery } from "#web/admin-kit/table/list-query.ts";
import { withQuery } from "#web/lib/paths.ts";

const adminPath = (orderId: string) => `/api/admin/orders/${orderId}`;

/** The addresses of what staff do with an order's products. */
export const fulfillmentPaths = {
  shipments: (orderId: string) => `${adminPath(orderId)}/shipments`,
  shipment: (orderId: string, id: string) => `${adminPath(orderId)}/shipments/${id}`,
  renewDownloads: (orderId: string) => `${adminPath(orderId)}/downloads/renew`,
  handovers: (orderId: string) => `${adminPath(orderId)}/handovers`,
  returns: (orderId: string) => `${adminPath(orderId)}/returns`,
  returnQuote: (orderId: string) => `${adminPath(orderId)}/return-quote`,
  packingSlip: (orderId: string, shipment?: string) => withQuery(`${adminPath(orderId)}/packing-slip`, { shipment }),
};

export const adminFulfillmentQuery = (orderId: string) =>
  adminQuery<AdminFulfillment>(`${adminPath(orderId)}/fulfillment`);
