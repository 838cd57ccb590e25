import { ownTables } from "#server/platform/db/owned-tables.ts";

export const eventsTables = ownTables({
  event_sales: {},
  event_series: {},
  event_slugs: {},
  events: {
    columns: [
      "id",
      "currency",
      "ends_at",
      "refunds_since",
      "refunds_until",
      "search_text",
      "series_id",
      "slug",
      "starts_at",
      "status",
      "stock_id",
      "time_zone",
      "title",
      "venue_id",
      "visibility",
    ],
    readers: ["admin", "door", "ledger", "order-documents", "orders", "promotions", "reconciliation", "tickets"],
  },
  pool_types: {},
  pools: {},
  ticket_types: {
    columns: ["id", "door_color", "event_id", "name", "position", "stock_id", "tickets_per_unit"],
    readers: ["admin", "door", "ledger", "order-documents", "orders", "promotions", "tickets"],
  },
  venues: {
    columns: ["id", "city", "name"],
    readers: ["admin", "order-documents"],
  },
});
