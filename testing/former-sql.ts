/** Names in applied migrations that the schema has since replaced. */
const today = [
  ["ledger_postings", "journal_entries"],
  ["ledger_entries", "journal_lines"],
  ["posting_id", "entry_id"],
  ["night_cancelled", "event_canceled"],
  ["audit_seals", "audit_hashes"],
  ["audit_seal", "audit_hash"],
  ["audit_chain", "audit_hash_chain"],
  ["sealed_at", "hashed_at"],
] as const;

/** Translates part of an applied migration so that it runs on the current schema. */
export const inTodaysNames = (migration: string): string =>
  today.reduce((text, [former, name]) => text.replaceAll(new RegExp(`\\b${former}\\b`, "g"), name), migration);
