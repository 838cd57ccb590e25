import { ownTables } from "#server/platform/db/owned-tables.ts";

export const reconciliationTables = ownTables({
  job_runs: {},
  provider_money: {},
  reconciliation_runs: {},
});
