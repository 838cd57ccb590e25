import { ownTables } from "#server/platform/db/owned-tables.ts";

export const campaignsTables = ownTables({
  audiences: {},
  automations: {},
  campaign_clicks: {},
  campaign_recipients: {},
  campaigns: {},
});
