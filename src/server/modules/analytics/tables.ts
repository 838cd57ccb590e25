import { ownTables } from "#server/platform/db/owned-tables.ts";

export const analyticsTables = ownTables({
  interactions: {},
  roll_up_progress: {},
  rolled_days: {},
  sales_hours: {},
  traffic_days: {},
  traffic_hours: {},
  traffic_totals: {},
  visitor_salts: {},
  weekly_briefs: {},
});
