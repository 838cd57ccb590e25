import { ownTables } from "#server/platform/db/owned-tables.ts";

export const doorTables = ownTables({
  admissions: {
    columns: ["id", "admitted_at", "device_id", "event_id", "gate", "ticket_id", "voided_at"],
    readers: ["admin", "campaigns", "community", "comps", "order-documents", "orders", "tickets"],
  },
  scans: {},
});
