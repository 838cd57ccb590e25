import { apiQuery } from "#web/lib/api.ts";

/** The visitor's cart. */
export const cartQuery = () => apiQuery("GET /api/cart");
