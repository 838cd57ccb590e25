import { randomBytes } from "node:crypto";
import { sql } from "kysely";
import type { Database } from "./db/database.ts";

/** What each secret signs or encrypts; each new use gets its own key. */
export type SigningKeyName =
  | "ticket-codes"
  | "order-links"
  | "account-links"
  | "sandbox-webhooks"
  | "second-factor"
  | "interest-links"
  | "promoter-links";
/** All keys, as every node reads them at its start. */
export type SigningKeys = Record<SigningKeyName, Buffer>;

const names: SigningKeyName[] = [
  "ticket-codes",
  "order-links",
  "account-links",
  "sandbox-webhooks",
  "second-factor",
  "interest-links",
  "promoter-links",
];

/** Creates missing keys and reads them all; nodes that start together end up with the same keys. */
export async function loadSigningKeys(db: Database): Promise<SigningKeys> {
  await sql`
    insert into signing_keys (name, secret)
    select * from unnest(${names}::text[], ${names.map(() => randomBytes(32))}::bytea[])
    on conflict (name) do nothing`.execute(db);
  const rows = await db.selectFrom("signing_keys").select(["name", "secret"]).execute();
  const keys = new Map(rows.map((row) => [row.name, row.secret]));
  return Object.fromEntries(names.map((name) => [name, keys.get(name)!])) as SigningKeys;
}
