import { ownTables } from "#server/platform/db/owned-tables.ts";

export const emailTables = ownTables({
  email_texts: {},
  emails: {
    columns: [
      "id",
      "bulk_key",
      "created_at",
      "dedupe_key",
      "error",
      "handed_over_at",
      "kind",
      "sent_at",
      "status",
      "subject",
      "to_address",
      "topic",
    ],
    readers: ["admin", "campaigns"],
  },
  mail_rates: {},
});
