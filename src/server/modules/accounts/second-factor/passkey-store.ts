import { sql } from "kysely";
import type { Queryable, Tx } from "#server/platform/db/database.ts";

/** A passkey as lists show it. */
export interface PasskeyRow {
  id: number;
  name: string;
  createdAt: Date;
  lastUsedAt: Date | null;
}

/** The key itself, for checking an assertion. */
export interface PasskeyKey {
  id: number;
  credentialId: string;
  publicKey: Buffer;
  counter: number;
  transports: string[];
}

/** A new passkey. */
export type PasskeyDraft = Omit<PasskeyKey, "id"> & { name: string };

const shownColumns = sql`id, name, created_at as "createdAt", last_used_at as "lastUsedAt"`;
const keyColumns = sql`id, credential_id as "credentialId", public_key as "publicKey", counter, transports`;

/** The passkeys of a person, oldest first. */
export async function listPasskeys(db: Queryable, userId: number): Promise<PasskeyRow[]> {
  const { rows } = await sql<PasskeyRow>`
    select ${shownColumns} from passkeys where user_id = ${userId} order by id`.execute(db);
  return rows;
}

/** The keys of a person: those to ask an authenticator for, or that it must not create again. */
export async function listPasskeyKeys(db: Queryable, userId: number): Promise<PasskeyKey[]> {
  const { rows } = await sql<PasskeyKey>`
    select ${keyColumns} from passkeys where user_id = ${userId} order by id`.execute(db);
  return rows;
}

/** One key of a person by its credential id. */
export async function findPasskey(
  db: Queryable,
  userId: number,
  credentialId: string,
): Promise<PasskeyKey | undefined> {
  const { rows } = await sql<PasskeyKey>`
    select ${keyColumns} from passkeys where user_id = ${userId} and credential_id = ${credentialId}`.execute(db);
  return rows[0];
}

/** Stores a passkey; undefined if any account has it already. */
export async function insertPasskey(tx: Tx, userId: number, draft: PasskeyDraft): Promise<PasskeyRow | undefined> {
  const { rows } = await sql<PasskeyRow>`
    insert into passkeys (user_id, credential_id, public_key, counter, transports, name)
    values (${userId}, ${draft.credentialId}, ${draft.publicKey}, ${draft.counter}, ${draft.transports}::text[], ${draft.name})
    on conflict (credential_id) do nothing
    returning ${shownColumns}`.execute(tx);
  return rows[0];
}

/**
 * Records a use. False when the counter did not increase: the signature was replayed, or the key was copied. Synced
 * passkeys do not count and always send 0.
 */
export async function takePasskeyCounter(db: Queryable, id: number, counter: number): Promise<boolean> {
  const { rows } = await sql`
    update passkeys set counter = ${counter}, last_used_at = clock_now()
    where id = ${id} and (counter < ${counter} or (counter = 0 and ${counter}::bigint = 0))
    returning id`.execute(db);
  return rows.length === 1;
}

/** Renames one passkey of a person. */
export async function renamePasskey(
  db: Queryable,
  userId: number,
  id: number,
  name: string,
): Promise<PasskeyRow | undefined> {
  const { rows } = await sql<PasskeyRow>`
    update passkeys set name = ${name} where id = ${id} and user_id = ${userId} returning ${shownColumns}`.execute(db);
  return rows[0];
}

/** True while a person has this passkey. */
export async function hasPasskey(db: Queryable, userId: number, id: number): Promise<boolean> {
  const { rows } = await sql`select from passkeys where id = ${id} and user_id = ${userId}`.execute(db);
  return rows.length === 1;
}

/** Deletes one passkey of a person; false when there was none. */
export async function deletePasskey(tx: Tx, userId: number, id: number): Promise<boolean> {
  const { rows } = await sql`
    delete from passkeys where id = ${id} and user_id = ${userId} returning id`.execute(tx);
  return rows.length === 1;
}
