import { ownTables } from "#server/platform/db/owned-tables.ts";

export const deliveryTables = ownTables({
  delivery_settings: {},
  order_deliveries: {
    columns: ["order_id", "method", "event_id"],
    readers: ["fulfillment"],
  },
  shipping_rates: {},
  tax_rates: {},
});
