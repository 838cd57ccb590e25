import { ownTables } from "#server/platform/db/owned-tables.ts";

export const ticketsTables = ownTables({
  admissions: {
    columns: ["id", "admitted_at", "event_id", "gate", "ticket_id", "voided_at", "voided_by", "voided_gate"],
    readers: ["admin", "campaigns", "community", "comps", "door", "order-documents", "orders"],
  },
  former_ticket_codes: {},
  ticket_changes: {
    columns: ["id", "to_type_id"],
    readers: ["events"],
  },
  ticket_lines: {
    columns: ["event_id", "order_id", "order_line_id", "ticket_type_id", "tickets_per_unit"],
    readers: [
      "admin",
      "analytics",
      "attendee-updates",
      "campaigns",
      "comps",
      "events",
      "order-documents",
      "orders",
      "promotions",
      "reconciliation",
    ],
  },
  tickets: {
    columns: [
      "id",
      "created_at",
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
      "analytics",
      "attendee-updates",
      "campaigns",
      "community",
      "comps",
      "door",
      "events",
      "order-documents",
      "orders",
      "promotions",
      "reconciliation",
      "ticket-changes",
    ],
  },
});
