import { sql } from "kysely";
import type { Queryable, Tx } from "#server/platform/db/database.ts";

/** A passkey as lists show it. */
export interface PasskeyRow {
  id: number;
  name: string;
  createdAt: Date;
  lastUsedAt: Date | null;
}

/** The key itself, as an assertion is judged by it. */
export interface PasskeyKey {
  id: number;
  credentialId: string;
  publicKey: Buffer;
  counter: number;
  transports: string[];
}

/** A passkey to be kept. */
export type PasskeyDraft = Omit<PasskeyKey, "id"> & { name: string };

const shownColumns = sql`id, name, created_at as "createdAt", last_used_at as "lastUsedAt"`;
const keyColumns = sql`id, credential_id as "credentialId", public_key as "publicKey", counter, transports`;

/** The passkeys of a person, oldest first. */
export async function listPasskeys(db: Queryable, userId: number): Promise<PasskeyRow[]> {
  const { rows } = await sql<PasskeyRow>`
    select ${shownColumns} from passkeys where user_id = ${userId} order by id`.execute(db);
  return rows;
}

/** The keys of a person: what an authenticator is asked for, or must not be made twice. */
export async function listPasskeyKeys(db: Queryable, userId: number): Promise<PasskeyKey[]> {
  const { rows } = await sql<PasskeyKey>`
    select ${keyColumns} from passkeys where user_id = ${userId} order by id`.execute(db);
  return rows;
}

/** One key of a person by the id that its authenticator gave it. */
export async function findPasskey(
  db: Queryable,
  userId: number,
  credentialId: string,
): Promise<PasskeyKey | undefined> {
  const { rows } = await sql<PasskeyKey>`
    select ${keyColumns} from passkeys where user_id = ${userId} and credential_id = ${credentialId}`.execute(db);
  return rows[0];
}

/** Keeps a passkey, or nothing when it is kept already, by anybody. */
export async function insertPasskey(tx: Tx, userId: number, draft: PasskeyDraft): Promise<PasskeyRow | undefined> {
  const { rows } = await sql<PasskeyRow>`
    insert into passkeys (user_id, credential_id, public_key, counter, transports, name)
    values (${userId}, ${draft.credentialId}, ${draft.publicKey}, ${draft.counter}, ${draft.transports}::text[], ${draft.name})
    on conflict (credential_id) do nothing
    returning ${shownColumns}`.execute(tx);
  return rows[0];
}

/**
 * Notes a use. False for a counter that did not move on: the signature was seen before, or the key was copied.
 * Synchronised passkeys do not count and always say 0.
 */
export async function takePasskeyCounter(db: Queryable, id: number, counter: number): Promise<boolean> {
  const { rows } = await sql`
    update passkeys set counter = ${counter}, last_used_at = clock_now()
    where id = ${id} and (counter < ${counter} or (counter = 0 and ${counter}::bigint = 0))
    returning id`.execute(db);
  return rows.length === 1;
}

/** Gives one passkey of a person another name. */
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

/** Forgets one passkey of a person; false when there was none. */
export async function deletePasskey(tx: Tx, userId: number, id: number): Promise<boolean> {
  const { rows } = await sql`
    delete from passkeys where id = ${id} and user_id = ${userId} returning id`.execute(tx);
  return rows.length === 1;
}
