import { sql } from "kysely";
import type { Role } from "#contract/accounts/accounts.ts";
import { orNull, text } from "#server/platform/db/columns.ts";
import type { Queryable, Tx } from "#server/platform/db/database.ts";
import type { Principal } from "#server/platform/http/principal.ts";
import { firstRow, firstValue, onlyRow, run } from "#server/platform/db/rows.ts";

/** What signing in needs to know about an account. */
interface AccountRow {
  id: number;
  /** Null for a third-party sign-in without a password. */
  passwordHash: string | null;
  suspended: boolean;
  suspendedReason: string | null;
}

/** The account with a username, in any letter case; guests are not accounts. */
export function findAccount(db: Queryable, username: string): Promise<AccountRow | undefined> {
  return firstRow(db)`
    select id, password_hash as "passwordHash", suspended_at is not null as suspended,
      suspended_reason as "suspendedReason"
    from users where lower(username) = lower(${username}) and role <> 'guest'`;
}

/** A person as replies about the current user show them. */
export type PersonRow = Omit<Principal, "mayActAsStaff">;

/** The columns for every reply about a person. */
export const personColumns = sql`id, username, display_name as "displayName", avatar, role, email`;

/** Names and password of a new account. */
export interface AccountDraft {
  username: string;
  displayName: string;
  /** Null for a third-party sign-in. */
  passwordHash: string | null;
}

/** Adds a person; undefined when the username is taken, in any letter case, or looks like another account's. */
export function insertAccount(
  tx: Queryable,
  draft: AccountDraft & { role?: Exclude<Role, "guest">; avatar?: string; email?: string | undefined },
): Promise<PersonRow | undefined> {
  const { username, displayName, passwordHash, role = "user", avatar = null, email = null } = draft;
  return firstRow(tx)`
    insert into users (username, skeleton, display_name, role, avatar, email, password_hash, password_changed_at)
    values (${username}, username_skeleton(${username}), ${displayName}, ${role}, ${avatar}, ${email}, ${passwordHash},
      ${passwordHash === null ? null : sql`clock_now()`})
    on conflict do nothing
    returning ${personColumns}`;
}

/**
 * Turns a guest into a member with the same id. Guarded by the role: of two registrations from one guest, only the
 * first finds a guest.
 *
 * @returns undefined when the person is not a guest anymore
 * @throws the database's unique violation when the name is taken, or looks like another account's
 */
export function promoteGuest(
  tx: Tx,
  guestId: number,
  { username, displayName, passwordHash }: AccountDraft,
): Promise<PersonRow | undefined> {
  return firstRow(tx)`
    update users set username = ${username}, skeleton = username_skeleton(${username}), display_name = ${displayName},
      password_hash = ${passwordHash}, password_changed_at = ${passwordHash === null ? null : sql`clock_now()`}, role = 'user'
    where id = ${guestId} and role = 'guest' and suspended_at is null
    returning ${personColumns}`;
}

/** A person who is known to exist. */
export function getPerson(tx: Queryable, userId: number): Promise<PersonRow> {
  return onlyRow(tx)`select ${personColumns} from users where id = ${userId}`;
}

/** Whether an account is suspended; undefined if it was deleted. Neither can happen until the transaction ends. */
export function lockSuspension(
  tx: Tx,
  userId: number,
): Promise<Pick<AccountRow, "suspended" | "suspendedReason"> | undefined> {
  return firstRow(tx)`
    select suspended_at is not null as suspended, suspended_reason as "suspendedReason"
    from users where id = ${userId} and deleted_at is null for share`;
}

/** The unique indexes that keep usernames apart. */
export const usernameIndexes = ["users_username", "users_skeleton"];

/** The first admin, if there is one. */
export function findAdmin(db: Queryable): Promise<PersonRow | undefined> {
  return firstRow(db)`
    select ${personColumns} from users where role = 'admin' order by id limit 1`;
}

/** The password hash of the first admin. */
export function findAdminPassword(db: Queryable): Promise<string | undefined> {
  return firstValue(db)`
    select password_hash as hash from users where role = 'admin' and password_hash is not null
    order by id limit 1`;
}

/** A person with the details that only they can see. */
interface ProfileRow extends PersonRow {
  pendingEmail: string | null;
  hasPassword: boolean;
  passwordChangedAt: Date | null;
  createdAt: Date;
}

/** The account of a person. */
export function findProfile(db: Queryable, userId: number): Promise<ProfileRow | undefined> {
  return firstRow(db)`
    select ${personColumns}, pending_email as "pendingEmail", password_hash is not null as "hasPassword",
      password_changed_at as "passwordChangedAt", created_at as "createdAt"
    from users where id = ${userId}`;
}

/** The hash of a person's password; null if they have none. */
export async function findOwnPassword(db: Queryable, userId: number): Promise<string | null> {
  return (
    (await firstValue(db, orNull(text))`
    select password_hash as hash from users where id = ${userId}`) ?? null
  );
}

/** Changes a person's display name. */
export function setDisplayName(db: Queryable, userId: number, displayName: string): Promise<void> {
  return run(db)`update users set display_name = ${displayName} where id = ${userId}`;
}

/** Changes or removes a person's profile picture. @returns the URL of the previous one */
export async function swapAvatar(tx: Tx, userId: number, avatar: string | null): Promise<string | null> {
  return (
    (await firstValue(tx, orNull(text))`
    with before as (select id, avatar from users where id = ${userId} for no key update)
    update users set avatar = ${avatar} from before where users.id = before.id
    returning before.avatar as before`) ?? null
  );
}

/** Stores the address that waits for confirmation, or clears it. */
export function setPendingEmail(tx: Tx, userId: number, email: string | null): Promise<void> {
  return run(tx)`update users set pending_email = ${email} where id = ${userId}`;
}

/**
 * Makes a pending address the account's email. Guarded: it must still be the pending one.
 *
 * @returns the previous address; undefined when another one is pending by now, or none
 * @throws the database's unique violation on users_email when the address belongs to another account
 */
export function confirmPendingEmail(
  tx: Tx,
  userId: number,
  email: string,
): Promise<{ before: string | null; displayName: string } | undefined> {
  return firstRow(tx)`
    with before as (select id, email from users where id = ${userId} for no key update)
    update users set email = ${email}, pending_email = null from before
    where users.id = before.id and users.pending_email = ${email} and users.deleted_at is null
    returning before.email as before, users.display_name as "displayName"`;
}

/** Changes a password if it is still the one just confirmed. @returns undefined when it was changed in the meantime */
export function replacePassword(
  tx: Tx,
  userId: number,
  { from, to }: { from: string; to: string },
): Promise<PersonRow | undefined> {
  return firstRow(tx)`
    update users set password_hash = ${to}, password_changed_at = clock_now()
    where id = ${userId} and password_hash = ${from} and deleted_at is null
    returning ${personColumns}`;
}
