import { ownTables } from "#server/platform/db/owned-tables.ts";

export const inventoryTables = ownTables({
  hold_counts: {},
  holds: {
    columns: ["expires_at", "holder_id", "network", "quantity", "status", "stock_id"],
    readers: ["carts", "events", "orders", "promotions", "shop"],
  },
  stock: {
    columns: ["id", "capacity", "held", "sale_version", "sold"],
    readers: ["admin", "comps", "events", "promotions", "shop"],
  },
});
