import { apiQuery } from "#web/lib/api.ts";
import type { ShopFilter } from "#web/lib/paths.ts";

/** How often an open page refreshes what is left. */
export const availabilityMs = 15_000;

/** A page of the shop. */
export const shopQuery = (filter: ShopFilter = {}) => apiQuery("GET /api/shop/products", { query: filter });

/** The first few products, for a row on another page. */
export const shopRowQuery = () => apiQuery("GET /api/shop/products", { query: { most: 4 } });

export const productQuery = (slug: string) => apiQuery("GET /api/shop/products/{slug}", { params: { slug } });

/** For a row on another page, which is complete without it: a failed reading leaves it out. */
export const ifReadable = (reading: Promise<unknown>) => reading.catch(() => undefined);

/** Products that belong to an event. */
export const eventProductsQuery = (id: number) => apiQuery("GET /api/events/{id}/products", { params: { id } });
