import { ownTables } from "#server/platform/db/owned-tables.ts";

export const grantsTables = ownTables({ grants: {} });
