import { ownTables } from "#server/platform/db/owned-tables.ts";

export const doorTables = ownTables({ scan_conflicts: {}, scans: {} });
