import { ownTables } from "#server/platform/db/owned-tables.ts";

export const eventChangesTables = ownTables({
  event_refund_orders: {},
  event_refunds: {},
});
