import { ownTables } from "#server/platform/db/owned-tables.ts";

export const boxOfficeTables = ownTables({ customer_notes: {} });
