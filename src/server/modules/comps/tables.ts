import { ownTables } from "#server/platform/db/owned-tables.ts";

export const compsTables = ownTables({
  comp_batches: {},
  comp_guests: {},
  comp_hosts: { columns: ["id", "event_id", "name"], readers: ["grants"] },
  comps: {
    columns: ["issuer_id", "order_id", "reason", "revoked_at"],
    readers: ["admin", "analytics", "events", "orders"],
  },
});
