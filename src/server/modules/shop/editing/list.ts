import { ProductRow, type ProductListQuery, type ProductOption } from "#contract/shop/products.ts";
import { getPictures } from "#server/modules/media/index.ts";
import type { Database } from "#server/platform/db/database.ts";
import { type Cells, defineList, fileOfPages } from "#server/platform/db/list.ts";
import { shownAs } from "#server/platform/shown.ts";
import { findProductOptions, productRows } from "./list-store.ts";
import { isEndless } from "./rules.ts";

const rows = defineList(productRows, (row) => row, {});

/** Products as staff search them, with what is on hand and what they sold. */
export async function listAdminProducts(db: Database, query: ProductListQuery) {
  const { items, ...page } = await rows.list(db, query);
  const posters = await getPictures(
    db,
    items.flatMap(({ pictureId }) => pictureId ?? []),
  );
  const shown = items.map(({ pictureId, available, lowVariants, ...row }) =>
    shownAs(ProductRow)({
      ...row,
      lowVariants: lowVariants.map(({ options, ...variant }) => ({ ...variant, name: options.join(" / ") })),
      available: isEndless(available) ? null : Math.max(0, available),
      picture: pictureId === null ? null : (posters.get(pictureId) ?? null),
    }),
  );
  return { items: shown, ...page };
}

/** Every product, to choose from, by title. */
export const listProductOptions = (db: Database): Promise<ProductOption[]> => findProductOptions(db);

const cells: Cells<ProductRow> = {
  Product: "title",
  Kind: "kind",
  Status: "publication",
  Price: ({ fromCents }) => fromCents / 100,
  Currency: "currency",
  Variants: "variantCount",
  Stock: "available",
  "Low on stock": ({ isLow }) => (isLow ? "yes" : "no"),
  "Low variants": ({ lowVariants }) =>
    lowVariants.map(({ name, left }) => `${name || "only variant"}: ${left}`).join(", "),
  Sold: "soldCount",
  Revenue: ({ revenueCents }) => revenueCents / 100,
  ID: "id",
};

/** All products that match, one row each, as a spreadsheet file. Price is the lowest of a product's variants. */
export const productListFile = (db: Database, query: Omit<ProductListQuery, "page" | "cursor">) =>
  fileOfPages((cursor) => listAdminProducts(db, { ...query, cursor }), cells);
