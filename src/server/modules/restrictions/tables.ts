import { ownTables } from "#server/platform/db/owned-tables.ts";

export const restrictionsTables = ownTables({ former_restrictions: {}, restrictions: {} });
