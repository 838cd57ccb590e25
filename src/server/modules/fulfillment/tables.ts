import { ownTables } from "#server/platform/db/owned-tables.ts";

export const fulfillmentTables = ownTables({
  downloads: {},
  fulfillments: {},
  item_return_units: {},
  item_returns: {},
  shipment_units: { columns: ["is_voided", "order_line_id", "position"], readers: ["shop"] },
  shipments: {},
});
