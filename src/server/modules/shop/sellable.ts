import type { Sellable } from "#server/modules/sellables/index.ts";
import { toSaleItem, variantKind } from "./rules.ts";
import * as store from "./sellable-store.ts";

/**
 * Variants as orders sell them. A paid line needs no delivery of its own: what is packed, handed over and downloaded is
 * read from paid lines.
 */
export const variantSellable: Sellable = {
  kind: variantKind,
  idField: "variantId",
  noun: "product",
  load: async (db, ids) => (await store.loadVariants(db, ids)).map(toSaleItem),
  storeLines: store.storeLines,
  showLine: ({ itemId }) => ({ variantId: itemId }),
  deliver: () => Promise.resolve(),
  freeze: () => Promise.resolve(),
  unfreeze: () => Promise.resolve(),
  // What was sent is gone: it is on sale again once it comes back.
  voidOrders: store.findSentOrders,
  findSent: store.findSentUnits,
};
