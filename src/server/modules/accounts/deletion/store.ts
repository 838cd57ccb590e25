import { sql } from "kysely";
import type { Tx } from "#server/platform/db/database.ts";
import { deletedDisplayName } from "../rules.ts";

/**
 * Removes everything that identifies the person from an account's row. The row stays, because orders and scans refer to
 * it; nobody can sign in to it.
 *
 * @returns the URL of its profile picture
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

/** Deletes every other way to sign in: authenticator, passkeys, third-party identities, unfinished sign-ins. */
export async function forgetWaysIn(tx: Tx, userId: number): Promise<void> {
  await sql`
    with totp as (delete from totp_secrets where user_id = ${userId}),
      codes as (delete from recovery_codes where user_id = ${userId}),
      keys as (delete from passkeys where user_id = ${userId}),
      tickets as (delete from login_tickets where user_id = ${userId})
    delete from identities where user_id = ${userId}`.execute(tx);
}

/** Deletes every link that was created for an account. */
export async function forgetLinks(tx: Tx, userId: number): Promise<void> {
  await sql`delete from account_links where user_id = ${userId}`.execute(tx);
}
