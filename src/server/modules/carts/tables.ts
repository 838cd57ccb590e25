import { ownTables } from "#server/platform/db/owned-tables.ts";

export const cartsTables = ownTables({ carts: {}, cart_lines: {} });
