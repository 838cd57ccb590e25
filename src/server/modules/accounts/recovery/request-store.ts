import { sql } from "kysely";
import type { Database, Queryable, Tx } from "#server/platform/db/database.ts";

/** Stores a password reset request, by username or email. */
export async function insertRequest(db: Database, identifier: string): Promise<void> {
  await sql`insert into recovery_requests (identifier) values (${identifier})`.execute(db);
}

/** Takes requests from the queue, oldest first. Several nodes never take the same one. */
export async function takeRequests(tx: Tx, count: number): Promise<string[]> {
  const { rows } = await sql<{ identifier: string }>`
    delete from recovery_requests where id in (
      select id from recovery_requests order by id limit ${count} for update skip locked)
    returning identifier`.execute(tx);
  return rows.map((row) => row.identifier);
}

/** An account that we can email a link to. */
export interface Reachable {
  id: number;
  displayName: string;
  /** Confirmed. */
  email: string;
}

/** The account with a username, in any letter case, or a confirmed email; undefined when we can't email anyone. */
export async function findReachable(db: Queryable, identifier: string): Promise<Reachable | undefined> {
  const { rows } = await sql<Reachable>`
    select id, display_name as "displayName", email from users
    where (lower(username) = lower(${identifier}) or email = lower(${identifier}))
      and role <> 'guest' and email is not null and suspended_at is null
    limit 1`.execute(db);
  return rows[0];
}

/** The account that staff want a link for. */
export interface ResetTarget {
  id: number;
  hasEmail: boolean;
}

/** An account by its id, except guests and deleted ones. Locked until the transaction ends. */
export async function lockResetTarget(tx: Tx, userId: number): Promise<ResetTarget | undefined> {
  const { rows } = await sql<ResetTarget>`
    select id, email is not null as "hasEmail" from users
    where id = ${userId} and role <> 'guest' and deleted_at is null for no key update`.execute(tx);
  return rows[0];
}

/** Sets an account's new password, and drops a pending email that someone else may have entered. */
export async function setPassword(
  tx: Tx,
  userId: number,
  passwordHash: string,
): Promise<{ displayName: string; email: string | null } | undefined> {
  const { rows } = await sql<{ displayName: string; email: string | null }>`
    update users set password_hash = ${passwordHash}, password_changed_at = clock_now(), pending_email = null
    where id = ${userId} and role <> 'guest' and deleted_at is null
    returning display_name as "displayName", email`.execute(tx);
  return rows[0];
}
