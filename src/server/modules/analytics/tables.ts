import { ownTables } from "#server/platform/db/owned-tables.ts";

export const analyticsTables = ownTables({
  interactions: {},
  page_views: {},
});
