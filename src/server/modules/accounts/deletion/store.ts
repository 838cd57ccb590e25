import { sql } from "kysely";
import type { Tx } from "#server/platform/db/database.ts";
import { deletedDisplayName } from "../rules.ts";

/**
 * Takes everything out of an account's row that tells whose it was. The row stays, because orders and scans point at it;
 * nobody can sign in to it.
 *
 * @returns the address of the picture that it had
 */
export async function anonymise(tx: Tx, userId: number, username: string): Promise<string | null> {
  const { rows } = await sql<{ avatar: string | null }>`
    with before as (select id, avatar from users where id = ${userId})
    update users set username = ${username}, display_name = ${deletedDisplayName}, role = 'guest', avatar = null,
      email = null, pending_email = null, password_hash = null,
      suspended_reason = null, password_changed_at = null, deleted_at = clock_now()
    from before where users.id = before.id and users.deleted_at is null
    returning before.avatar`.execute(tx);
  return rows[0]?.avatar ?? null;
}

/** Forgets every other way in: authenticators, passkeys, other services, sign-ins under way. */
export async function forgetWaysIn(tx: Tx, userId: number): Promise<void> {
  await sql`
    with totp as (delete from totp_secrets where user_id = ${userId}),
      codes as (delete from recovery_codes where user_id = ${userId}),
      keys as (delete from passkeys where user_id = ${userId}),
      tickets as (delete from login_tickets where user_id = ${userId})
    delete from identities where user_id = ${userId}`.execute(tx);
}

/** Forgets every link that was made for an account. */
export async function forgetLinks(tx: Tx, userId: number): Promise<void> {
  await sql`delete from account_links where user_id = ${userId}`.execute(tx);
}
