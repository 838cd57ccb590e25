import { defineModule } from "#server/platform/module.ts";
import { backInStockRecords, tellBackInStock } from "./back-in-stock/service.ts";
import { purgeTold } from "./back-in-stock/store.ts";
import { adminProductsSearch, productsSearch } from "./catalog/site-search.ts";
import { findProductTitles, isProductShown } from "./catalog/product-store.ts";
import { shopRoutes } from "./routes.ts";
import { variantSellable } from "./sellable.ts";

export { findShownVariant, type ShownVariant } from "./back-in-stock/store.ts";
export { findProductAddresses, isProductShown, type ProductAddress } from "./catalog/product-store.ts";
export { productPatterns, productSearchText } from "./catalog/search.ts";
export { findShownProduct, findVariantCards, listProducts, showProducts, type VariantCard } from "./catalog/service.ts";
export { variantKind, variantName } from "./rules.ts";

declare module "#server/platform/domain-events.ts" {
  interface DomainEventMap {
    /** A variant that someone waited for can be bought again. */
    "variant.back_in_stock": { wishId: number; variantId: number; email: string };
  }
}

const sixHoursMs = 6 * 60 * 60 * 1000;

/** What the shop sells: products, their variants and collections. */
export const shop = defineModule("shop", ({ deps }) => ({
  routes: (context) => shopRoutes(context, deps),
  sellable: variantSellable,
  jobs: [
    { name: "back-in-stock", everyMs: 5_000, run: () => tellBackInStock(deps) },
    { name: "told-alerts", everyMs: sixHoursMs, run: () => purgeTold(deps.db) },
  ],
  viewed: { noun: "product", isShown: isProductShown, findTitles: findProductTitles },
  search: [productsSearch(deps.db), adminProductsSearch(deps.db)],
  personalData: { backInStock: backInStockRecords },
}));
