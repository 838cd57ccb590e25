import { ownTables } from "#server/platform/db/owned-tables.ts";

export const ledgerTables = ownTables({
  journal_entries: {
    columns: ["id", "created_at", "currency", "dispute_id", "kind", "order_id", "payment_id", "refund_id"],
    readers: ["admin", "analytics", "order-documents", "payments"],
  },
  journal_lines: {
    columns: ["account", "amount_cents", "currency", "entry_id", "event_id", "item_id", "kind", "position"],
    readers: ["admin", "analytics", "order-documents", "payments"],
  },
});
