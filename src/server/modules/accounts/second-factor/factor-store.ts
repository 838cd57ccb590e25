import { sql } from "kysely";
import type { Queryable, Tx, RowOf } from "#server/platform/db/database.ts";
import { allRows, firstRow, hasRows } from "#server/platform/db/rows.ts";
import type { Passkey } from "#contract/accounts/second-factor.ts";

/** A person's secret for authenticator app codes. */
export interface TotpRow {
  encryptedSecret: Buffer;
  confirmedAt: Date | null;
  lastStep: number;
  /** The database's clock, seconds since 1970. */
  nowSeconds: number;
}

/** The secret of a person, confirmed or not. */
export function findTotp(db: Queryable, userId: number): Promise<TotpRow | undefined> {
  return firstRow(db)`
    select encrypted_secret as "encryptedSecret", confirmed_at as "confirmedAt", last_step as "lastStep",
      extract(epoch from clock_now())::float8 as "nowSeconds"
    from totp_secrets where user_id = ${userId}`;
}

/** Stores a new secret that waits for its first code; false when there is a confirmed one. */
export function storeTotp(db: Queryable, userId: number, encryptedSecret: Buffer): Promise<boolean> {
  return hasRows(db)`
    insert into totp_secrets (user_id, encrypted_secret) values (${userId}, ${encryptedSecret})
    on conflict (user_id) do update set encrypted_secret = excluded.encrypted_secret, last_step = 0, created_at = clock_now()
      where totp_secrets.confirmed_at is null
    returning user_id`;
}

/** Confirms a secret with the step of its first code; false when it was confirmed or replaced meanwhile. */
export function confirmTotp(tx: Tx, userId: number, { encryptedSecret }: TotpRow, step: number): Promise<boolean> {
  return hasRows(tx)`
    update totp_secrets set confirmed_at = clock_now(), last_step = ${step}
    where user_id = ${userId} and encrypted_secret = ${encryptedSecret} and confirmed_at is null
    returning user_id`;
}

/** Uses up a code and every earlier one. Of many concurrent uses of the same code exactly one gets true. */
export function consumeTotpStep(db: Queryable, userId: number, step: number): Promise<boolean> {
  return hasRows(db)`
    update totp_secrets set last_step = ${step}
    where user_id = ${userId} and confirmed_at is not null and last_step < ${step}
    returning user_id`;
}

/** Deletes a person's secret; false when there was no confirmed one. */
export function deleteTotp(tx: Tx, userId: number): Promise<boolean> {
  return hasRows(tx)`
    delete from totp_secrets where user_id = ${userId} and confirmed_at is not null returning user_id`;
}

/** A passkey as lists show it. */
export type PasskeyRow = RowOf<Passkey, "createdAt" | "lastUsedAt">;

/** The key itself, for checking an assertion. */
export interface PasskeyKey {
  id: number;
  credentialId: string;
  publicKey: Buffer;
  counter: number;
  transports: string[];
}

export type PasskeyDraft = Omit<PasskeyKey, "id"> & { name: string };

const shownColumns = sql`id, name, created_at as "createdAt", last_used_at as "lastUsedAt"`;
const keyColumns = sql`id, credential_id as "credentialId", public_key as "publicKey", counter, transports`;

/** The passkeys of a person, oldest first. */
export function listPasskeys(db: Queryable, userId: number): Promise<PasskeyRow[]> {
  return allRows(db)`
    select ${shownColumns} from passkeys where user_id = ${userId} order by id`;
}

/** The keys of a person: those to ask an authenticator for, or that it must not create again. */
export function listPasskeyKeys(db: Queryable, userId: number): Promise<PasskeyKey[]> {
  return allRows(db)`
    select ${keyColumns} from passkeys where user_id = ${userId} order by id`;
}

/** One key of a person by its credential id. */
export function findPasskey(db: Queryable, userId: number, credentialId: string): Promise<PasskeyKey | undefined> {
  return firstRow(db)`
    select ${keyColumns} from passkeys where user_id = ${userId} and credential_id = ${credentialId}`;
}

/** A passkey of any account. */
export interface OwnedPasskey extends PasskeyKey {
  userId: number;
}

/** The passkey with a credential id, whoever has it. */
export function findOwnedPasskey(db: Queryable, credentialId: string): Promise<OwnedPasskey | undefined> {
  return firstRow(db)`
    select ${keyColumns}, user_id as "userId" from passkeys where credential_id = ${credentialId}`;
}

/** Stores a passkey; undefined if any account has it already. */
export function insertPasskey(tx: Tx, userId: number, draft: PasskeyDraft): Promise<PasskeyRow | undefined> {
  return firstRow(tx)`
    insert into passkeys (user_id, credential_id, public_key, counter, transports, name)
    values (${userId}, ${draft.credentialId}, ${draft.publicKey}, ${draft.counter}, ${draft.transports}::text[], ${draft.name})
    on conflict (credential_id) do nothing
    returning ${shownColumns}`;
}

/**
 * Records a use. False when the counter did not increase: the signature was replayed, or the key was copied. Synced
 * passkeys do not count and always send 0.
 */
export function advancePasskeyCounter(db: Queryable, id: number, counter: number): Promise<boolean> {
  return hasRows(db)`
    update passkeys set counter = ${counter}, last_used_at = clock_now()
    where id = ${id} and (counter < ${counter} or (counter = 0 and ${counter}::bigint = 0))
    returning id`;
}

export function renamePasskey(
  db: Queryable,
  userId: number,
  id: number,
  name: string,
): Promise<PasskeyRow | undefined> {
  return firstRow(db)`
    update passkeys set name = ${name} where id = ${id} and user_id = ${userId} returning ${shownColumns}`;
}

/** True while a person has this passkey. */
export function hasPasskey(db: Queryable, userId: number, id: number): Promise<boolean> {
  return hasRows(db)`select from passkeys where id = ${id} and user_id = ${userId}`;
}

/** Deletes one passkey of a person; false when there was none. */
export function deletePasskey(tx: Tx, userId: number, id: number): Promise<boolean> {
  return hasRows(tx)`
    delete from passkeys where id = ${id} and user_id = ${userId} returning id`;
}
