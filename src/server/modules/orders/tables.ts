import { ownTables } from "#server/platform/db/owned-tables.ts";

export const ordersTables = ownTables({
  comps: {
    columns: ["issuer_id", "order_id", "reason", "revoked_at"],
    readers: ["admin", "promotions", "tickets"],
  },
  event_refund_orders: {},
  event_refunds: {},
  order_lines: {
    columns: [
      "id",
      "discount_cents",
      "event_id",
      "fee_cents",
      "name",
      "order_id",
      "position",
      "quantity",
      "ticket_type_id",
      "tickets_per_unit",
      "total_cents",
      "unit_cents",
    ],
    readers: ["admin", "events", "order-documents", "reconciliation", "tickets"],
  },
  order_moves: {},
  order_notes: {},
  order_refund_items: {
    columns: ["amount_cents", "fee_cents", "keeps_ticket", "order_line_id", "order_refund_id", "tax_cents"],
    readers: ["admin", "order-documents"],
  },
  order_refunds: {
    columns: ["id", "amount_cents", "by_hand_by", "created_at", "done_at", "made_by", "order_id", "reason", "status"],
    readers: ["admin", "order-documents", "reconciliation"],
  },
  orders: {
    columns: [
      "id",
      "buyer_email",
      "buyer_name",
      "created_at",
      "currency",
      "discount_cents",
      "fee_cents",
      "number",
      "paid_at",
      "promo_code",
      "refunded_cents",
      "shipping_cents",
      "status",
      "subtotal_cents",
      "tax_cents",
      "total_cents",
    ],
    readers: ["admin", "email", "ledger", "order-documents", "promotions", "reconciliation", "tickets"],
  },
});
