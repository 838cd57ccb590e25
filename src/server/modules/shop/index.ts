import * as contract from "#contract/shop/shop.ts";
import { route } from "#server/platform/http/route.ts";
import { defineModule } from "#server/platform/module.ts";
import { shopEmails } from "./emails.ts";
import { productAdminRoutes } from "./admin-routes.ts";
import { askBackInStock, sendBackInStockAlerts, shopTopics } from "./back-in-stock/service.ts";
import { adminProductsSearch, productsSearch } from "./catalog/site-search.ts";
import { findProductTitles, isProductShown } from "./catalog/product-store.ts";
import { getProduct, listEventProducts, listProducts, readShopTime } from "./catalog/service.ts";
import { removeFileLeftovers } from "./files/service.ts";
import { fetchImportPictures } from "./imports/pictures/service.ts";
import { deleteForgotten } from "./imports/store.ts";
import { createVariantPurchasable } from "./purchasable.ts";
import { sendLowStockAlerts } from "./stock/service.ts";
import { countLow } from "./stock/store.ts";
import { nameRows } from "#server/platform/target-names.ts";

export { findProductAddresses, findShownName, type ProductAddress } from "./catalog/product-store.ts";
export { productSearchText } from "./catalog/search.ts";
export { findShownProduct, findVariantCards, listProducts } from "./catalog/service.ts";
export { endless } from "./editing/rules.ts";
export { uploadProductFile } from "./files/service.ts";
export { findProductFile } from "./files/store.ts";
export { findProductFiles, type SoldFile } from "./product-files-store.ts";
export { restockReturned } from "./returned-stock-store.ts";
export { variantName } from "./rules.ts";

declare module "#server/platform/domain-events.ts" {
  interface DomainEventMap {
    /** An order with products is paid: in the transaction that captures its money. */
    "products.sold": { orderId: string };
    /** A variant that someone waited for can be bought again; `sends` counts these emails to the address. */
    "variant.back_in_stock": { interestId: string; variantId: number; email: string; sends: number };
    /** Variants have as few units as staff want to hear of; once for each dip. */
    "variant.low_stock": { variants: { variantId: number; toldAt: Date }[] };
  }
}

/** What the shop sells: products, their variants and collections. */
export const shop = defineModule("shop", { emails: shopEmails }, ({ deps }) => ({
  targetNames: { product: nameRows("products", "title"), collection: nameRows("collections", "name") },
  routes(context) {
    const { db } = deps;
    route(context, contract.listProducts, ({ query }) => listProducts(db, query));
    route(context, contract.getProduct, ({ params }) => getProduct(db, params.slug));
    route(context, contract.listEventProducts, ({ params }) => listEventProducts(db, params.id));
    route(context, contract.readShopTime, () => readShopTime(db));
    route(context, contract.askBackInStock, ({ params, body, principal }) =>
      askBackInStock(deps, principal, params.id, body.email),
    );
    productAdminRoutes(context, deps);
  },
  purchasable: createVariantPurchasable(deps.bus),
  jobs: [
    { name: "back-in-stock", everyMs: 5_000, run: () => sendBackInStockAlerts(deps) },
    { name: "low-stock", everyMs: 60_000, run: () => sendLowStockAlerts(deps) },
    { name: "product-file-leftovers", everyMs: 60 * 60 * 1000, run: () => removeFileLeftovers(deps) },
    { name: "product-pictures", everyMs: 5_000, run: () => fetchImportPictures(deps) },
    { name: "forgotten-imports", everyMs: 60 * 60 * 1000, run: () => deleteForgotten(deps.db) },
  ],
  attention: { lowStock: countLow },
  staffActions: [
    "product.created",
    "product.changed",
    "product_import.uploaded",
    "product_file.uploaded",
    "stock.changed",
    "collection.created",
    "collection.changed",
    "collection.deleted",
  ],
  viewed: { noun: "product", isShown: isProductShown, findTitles: findProductTitles },
  search: [productsSearch(deps.db), adminProductsSearch(deps.db)],
  reminderTopics: shopTopics,
}));
