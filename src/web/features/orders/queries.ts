import { apiQuery } from "#web/lib/api.ts";

/** The signed-in user's unpaid orders whose tickets are on hold, latest first. */
export const heldOrdersQuery = () => apiQuery("GET /api/held-orders");

/** @param key signed key from the email or the payment page's return URL: opens this one order without a session */
export const orderQuery = (id: string, key?: string) =>
  apiQuery("GET /api/orders/{id}", { params: { id }, query: { key } });

/** What is known about the signed-in buyer before they type. */
export const lastBuyerQuery = () => apiQuery("GET /api/orders/last-buyer");
