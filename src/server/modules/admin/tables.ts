import { ownTables } from "#server/platform/db/owned-tables.ts";

export const adminTables = ownTables({ customer_notes: {} });
