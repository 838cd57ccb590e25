import { ownTables } from "#server/platform/db/owned-tables.ts";

export const fulfillmentTables = ownTables({
  downloads: {},
  fulfillments: {},
  item_return_units: { columns: ["item_return_id", "order_line_id"], readers: ["shop"] },
  item_returns: { columns: ["id", "is_restocked", "made_at"], readers: ["shop"] },
  shipment_units: {},
  shipments: {},
});
