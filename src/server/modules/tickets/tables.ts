import { ownTables } from "#server/platform/db/owned-tables.ts";

export const ticketsTables = ownTables({
  ticket_changes: {
    columns: ["id", "to_type_id"],
    readers: ["events"],
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
      "status",
      "ticket_type_id",
      "version",
    ],
    readers: [
      "admin",
      "box-office",
      "comps",
      "door",
      "event-changes",
      "events",
      "order-documents",
      "promotions",
      "reconciliation",
    ],
  },
});
