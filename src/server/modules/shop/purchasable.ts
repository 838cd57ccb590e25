import { defaultPoster } from "#server/modules/events/index.ts";
import { getPictures } from "#server/modules/media/index.ts";
import type { ItemCard, Purchasable } from "#server/modules/purchasables/index.ts";
import type { EventBus } from "#server/platform/domain-events.ts";
import type { Queryable } from "#server/platform/db/database.ts";
import { toSaleItem, variantKind } from "./rules.ts";
import * as store from "./purchasable-store.ts";

/**
 * Variants as orders sell them. A paid line needs no delivery of its own: later modules learn of it, and what is packed,
 * handed over and downloaded is read from paid lines.
 */
export const createVariantPurchasable = (bus: EventBus): Purchasable => ({
  kind: variantKind,
  idField: "variantId",
  noun: "product",
  mayShip: true,
  load: async (db, ids) => (await store.loadVariants(db, ids)).map(toSaleItem),
  describe: describeVariants,
  storeLines: store.storeLines,
  showLine: ({ itemId }) => ({ variantId: itemId }),
  findPickupEvents: store.findEventsOfVariants,
  deliver: (tx, lines) =>
    bus.emit(
      tx,
      "products.sold",
      Array.from(new Set(lines.map(({ orderId }) => orderId)), (orderId) => ({ orderId })),
    ),
  freeze: () => Promise.resolve(),
  unfreeze: () => Promise.resolve(),
  voidOrders: () => Promise.resolve([]),
});

async function describeVariants(db: Queryable, ids: number[]): Promise<Map<number, ItemCard>> {
  const rows = await store.findVariantNames(db, ids);
  const pictures = await getPictures(
    db,
    rows.flatMap(({ pictureId }) => pictureId ?? []),
  );
  return new Map(
    rows.map(({ id, title, options, slug, pictureId }) => [
      id,
      {
        title,
        name: options.join(" / "),
        path: `/shop?product=${slug}`,
        picture: pictures.get(pictureId ?? 0) ?? defaultPoster,
      },
    ]),
  );
}
