import { ownTables } from "#server/platform/db/owned-tables.ts";

export const emailTables = ownTables({
  emails: {
    columns: ["id", "created_at", "kind", "status", "subject", "to_address", "topic"],
    readers: ["admin"],
  },
});
