import { sql } from "kysely";
import type { Role } from "#contract/accounts.ts";
import type { Queryable, Tx } from "#server/platform/db/database.ts";

/** What signing in needs to know about an account. */
export interface AccountRow {
  id: number;
  /** Null for a third-party sign-in without a password. */
  passwordHash: string | null;
  suspended: boolean;
  suspendedReason: string | null;
}

/** The account with a username, in any letter case; guests are not accounts. */
export async function findAccount(db: Queryable, username: string): Promise<AccountRow | undefined> {
  const { rows } = await sql<AccountRow>`
    select id, password_hash as "passwordHash", suspended_at is not null as suspended,
      suspended_reason as "suspendedReason"
    from users where lower(username) = lower(${username}) and role <> 'guest'`.execute(db);
  return rows[0];
}

/** A person as replies about the current user show them. */
export interface PersonRow {
  id: number;
  username: string;
  displayName: string;
  avatar: string | null;
  role: Role;
  email: string | null;
}

/** The columns for every reply about a person. */
export const personColumns = sql`id, username, display_name as "displayName", avatar, role, email`;

/** Names and password of a new account. */
export interface AccountDraft {
  username: string;
  displayName: string;
  /** Null for a third-party sign-in. */
  passwordHash: string | null;
}

/** Adds a person; undefined when the username is taken in any letter case. */
export async function insertAccount(
  tx: Queryable,
  draft: AccountDraft & { role?: Exclude<Role, "guest">; avatar?: string; email?: string | undefined },
): Promise<PersonRow | undefined> {
  const { username, displayName, passwordHash, role = "user", avatar = null, email = null } = draft;
  const { rows } = await sql<PersonRow>`
    insert into users (username, display_name, role, avatar, email, password_hash, password_changed_at)
    values (${username}, ${displayName}, ${role}, ${avatar}, ${email}, ${passwordHash},
      ${passwordHash === null ? null : sql`clock_now()`})
    on conflict (lower(username)) do nothing
    returning ${personColumns}`.execute(tx);
  return rows[0];
}

/**
 * Turns a guest into a member with the same id. Guarded by the role: of two registrations from one guest, only the
 * first finds a guest.
 *
 * @returns undefined when the person is not a guest anymore
 * @throws the database's unique violation when the name is taken
 */
export async function promoteGuest(
  tx: Tx,
  guestId: number,
  { username, displayName, passwordHash }: AccountDraft,
): Promise<PersonRow | undefined> {
  const { rows } = await sql<PersonRow>`
    update users set username = ${username}, display_name = ${displayName}, password_hash = ${passwordHash},
      password_changed_at = ${passwordHash === null ? null : sql`clock_now()`}, role = 'user'
    where id = ${guestId} and role = 'guest' and suspended_at is null
    returning ${personColumns}`.execute(tx);
  return rows[0];
}

/** A person who is known to exist. */
export async function getPerson(tx: Queryable, userId: number): Promise<PersonRow> {
  const { rows } = await sql<PersonRow>`select ${personColumns} from users where id = ${userId}`.execute(tx);
  return rows[0]!;
}

/** The first admin, if there is one. */
export async function findAdmin(db: Queryable): Promise<PersonRow | undefined> {
  const { rows } = await sql<PersonRow>`
    select ${personColumns} from users where role = 'admin' order by id limit 1`.execute(db);
  return rows[0];
}

/** The password hash of the first admin. */
export async function findAdminPassword(db: Queryable): Promise<string | undefined> {
  const { rows } = await sql<{ hash: string }>`
    select password_hash as hash from users where role = 'admin' and password_hash is not null
    order by id limit 1`.execute(db);
  return rows[0]?.hash;
}
