import type { ProductDetail, ProductSummary, ShopList } from "#contract/shop/shop.ts";
import { type ShopFilter, withQuery } from "#web/lib/paths.ts";
import { pathQuery } from "#web/lib/query-client.ts";

/** How often an open page refreshes what is left. */
export const availabilityMs = 15_000;

/** A page of the shop. */
export const shopQuery = (filter: ShopFilter = {}) => pathQuery<ShopList>(withQuery("/api/shop/products", filter));

/** The first few products, for a row on another page. */
export const shopRowQuery = () => pathQuery<ShopList>(withQuery("/api/shop/products", { most: 4 }));

export const productQuery = (slug: string) =>
  pathQuery<ProductDetail>(`/api/shop/products/${encodeURIComponent(slug)}`);

/** For a row on another page, which is complete without it: a failed reading leaves it out. */
export const ifReadable = (reading: Promise<unknown>) => reading.catch(() => undefined);

/** Products that belong to an event. */
export const eventProductsQuery = (id: string | number) =>
  pathQuery<{ items: ProductSummary[] }>(`/api/events/${id}/products`);
