import { sql } from "kysely";
import type { Queryable, Tx } from "#server/platform/db/database.ts";
import { personColumns, type PersonRow } from "../store.ts";

/** A person with the details that only they can see. */
export interface ProfileRow extends PersonRow {
  pendingEmail: string | null;
  hasPassword: boolean;
  passwordChangedAt: Date | null;
  createdAt: Date;
}

/** The account of a person. */
export async function findProfile(db: Queryable, userId: number): Promise<ProfileRow | undefined> {
  const { rows } = await sql<ProfileRow>`
    select ${personColumns}, pending_email as "pendingEmail", password_hash is not null as "hasPassword",
      password_changed_at as "passwordChangedAt", created_at as "createdAt"
    from users where id = ${userId}`.execute(db);
  return rows[0];
}

/** The hash of a person's password; null if they have none. */
export async function findOwnPassword(db: Queryable, userId: number): Promise<string | null> {
  const { rows } = await sql<{ hash: string | null }>`
    select password_hash as hash from users where id = ${userId}`.execute(db);
  return rows[0]?.hash ?? null;
}

/** Changes a person's display name. */
export async function setDisplayName(db: Queryable, userId: number, displayName: string): Promise<void> {
  await sql`update users set display_name = ${displayName} where id = ${userId}`.execute(db);
}

/** Changes or removes a person's profile picture. @returns the URL of the previous one */
export async function swapAvatar(tx: Tx, userId: number, avatar: string | null): Promise<string | null> {
  const { rows } = await sql<{ before: string | null }>`
    with before as (select id, avatar from users where id = ${userId} for no key update)
    update users set avatar = ${avatar} from before where users.id = before.id
    returning before.avatar as before`.execute(tx);
  return rows[0]?.before ?? null;
}

/** Stores the address that waits for confirmation, or clears it. */
export async function setPendingEmail(tx: Tx, userId: number, email: string | null): Promise<void> {
  await sql`update users set pending_email = ${email} where id = ${userId}`.execute(tx);
}

/**
 * Makes a pending address the account's email. Guarded: it must still be the pending one.
 *
 * @returns the previous address; undefined when another one is pending by now, or none
 * @throws the database's unique violation on users_email when the address belongs to another account
 */
export async function confirmPendingEmail(
  tx: Tx,
  userId: number,
  email: string,
): Promise<{ before: string | null; displayName: string } | undefined> {
  const { rows } = await sql<{ before: string | null; displayName: string }>`
    with before as (select id, email from users where id = ${userId} for no key update)
    update users set email = ${email}, pending_email = null from before
    where users.id = before.id and users.pending_email = ${email} and users.deleted_at is null
    returning before.email as before, users.display_name as "displayName"`.execute(tx);
  return rows[0];
}

/** Changes a password if it is still the one just confirmed. @returns undefined when it was changed in the meantime */
export async function replacePassword(
  tx: Tx,
  userId: number,
  { from, to }: { from: string; to: string },
): Promise<PersonRow | undefined> {
  const { rows } = await sql<PersonRow>`
    update users set password_hash = ${to}, password_changed_at = clock_now()
    where id = ${userId} and password_hash = ${from} and deleted_at is null
    returning ${personColumns}`.execute(tx);
  return rows[0];
}
