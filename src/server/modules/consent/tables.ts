import { ownTables } from "#server/platform/db/owned-tables.ts";

export const consentTables = ownTables({
  consents: { columns: ["channel", "email", "given_at", "withdrawn_at"], readers: ["campaigns"] },
  event_message_opt_outs: { columns: ["email"], readers: ["campaigns"] },
  mail_reports: {},
  suppressions: { columns: ["email", "lifted_at"], readers: ["campaigns"] },
});
