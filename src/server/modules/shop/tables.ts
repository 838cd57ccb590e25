import { ownTables } from "#server/platform/db/owned-tables.ts";

export const shopTables = ownTables({
  back_in_stock: {},
  collection_products: {},
  collections: {},
  product_events: {},
  product_files: {},
  product_import_pictures: {},
  product_imports: {},
  product_pictures: { columns: ["picture_id", "position", "product_id"], readers: ["fulfillment"] },
  product_slugs: {},
  products: {},
  stock_changes: {},
  variant_lines: {
    columns: ["kind", "order_id", "order_line_id", "preorder_ships_on", "product_id", "sku", "variant_id"],
    readers: ["analytics", "campaigns", "fulfillment"],
  },
  variant_parts: {},
  variants: { columns: ["id", "picture"], readers: ["fulfillment"] },
});
