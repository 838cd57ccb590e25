import { ownTables } from "#server/platform/db/owned-tables.ts";

export const emailTables = ownTables({
  email_texts: {},
  emails: {
    columns: ["id", "created_at", "kind", "status", "subject", "to_address", "topic"],
    readers: ["admin"],
  },
});
