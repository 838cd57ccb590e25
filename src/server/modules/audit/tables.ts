import { ownTables } from "#server/platform/db/owned-tables.ts";

export const auditTables = ownTables({
  audit_hash_chain: {},
  audit_hashes: {},
  audit_log: {},
  audit_unhashed: {},
  audit_walk: {},
});
