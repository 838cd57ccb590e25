import type { Cart } from "#contract/carts.ts";
import { pathQuery } from "#web/lib/query-client.ts";

/** The visitor's cart. */
export const cartQuery = () => pathQuery<Cart>("/api/cart");
