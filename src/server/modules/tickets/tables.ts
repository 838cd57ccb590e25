import { ownTables } from "#server/platform/db/owned-tables.ts";

export const ticketsTables = ownTables({
  ticket_changes: {
    columns: ["id", "kind", "spot_cents", "ticket_id", "to_type_id"],
    readers: ["events", "orders"],
  },
  tickets: {
    columns: [
      "id",
      "event_id",
      "frozen_since",
      "holder_name",
      "order_id",
      "order_line_id",
      "owner_id",
      "position",
      "spot_returned",
      "status",
      "ticket_type_id",
      "version",
    ],
    readers: [
      "admin",
      "comps",
      "door",
      "event-changes",
      "events",
      "order-documents",
      "orders",
      "promotions",
      "reconciliation",
    ],
  },
});
