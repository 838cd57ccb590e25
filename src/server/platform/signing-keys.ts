import { randomBytes } from "node:crypto";
import { mapRows, run } from "#server/platform/db/rows.ts";
import type { Database } from "./db/database.ts";

/** What each secret signs or encrypts; each new use gets its own key. */
const names = [
  "ticket-codes",
  "order-links",
  "account-links",
  "sandbox-webhooks",
  "second-factor",
  "interest-links",
  "promoter-links",
  "claim-links",
  "networks",
  "stream-links",
  "digest-links",
  "email-links",
  "proofs",
  "restrictions",
] as const;

/** All keys, as every node reads them at its start. */
export type SigningKeys = Record<(typeof names)[number], Buffer>;

/** Creates missing keys and reads them all; nodes that start together end up with the same keys. */
export async function loadSigningKeys(db: Database): Promise<SigningKeys> {
  await run(db)`
    insert into signing_keys (name, secret)
    select * from unnest(${names}::text[], ${names.map(() => randomBytes(32))}::bytea[])
    on conflict (name) do nothing`;
  return Object.fromEntries(
    await mapRows(db)`select name, secret from signing_keys where name = any(${names}::text[])`,
  ) as SigningKeys;
}
