import { ownTables } from "#server/platform/db/owned-tables.ts";

export const promotionsTables = ownTables({
  promo_code_types: {},
  promo_codes: {},
  promoters: {
    columns: ["id", "name", "link_code"],
    readers: ["admin", "analytics", "grants"],
  },
  promotion_redemptions: {
    columns: ["order_id", "event_id", "promo_code_id", "promoter_id"],
    readers: ["admin", "orders"],
  },
});
