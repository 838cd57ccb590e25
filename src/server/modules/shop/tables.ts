import { ownTables } from "#server/platform/db/owned-tables.ts";

export const shopTables = ownTables({
  back_in_stock: {},
  collection_products: {},
  collections: {},
  product_events: {},
  product_files: {},
  product_pictures: {},
  products: {},
  stock_changes: {},
  variant_lines: {},
  variant_parts: {},
  variants: {},
});
