import { apiQuery } from "#web/lib/api.ts";

/** @param key signed key from the email: opens this one order without a session */
export const buyerFulfillmentQuery = (id: string, key?: string) =>
  apiQuery("GET /api/orders/{id}/fulfillment", { params: { id }, query: { key } });
