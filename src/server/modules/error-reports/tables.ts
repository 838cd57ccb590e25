import { ownTables } from "#server/platform/db/owned-tables.ts";

export const errorReportsTables = ownTables({ error_reports: {} });
