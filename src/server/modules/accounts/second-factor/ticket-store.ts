import { sql } from "kysely";
import type { Database, Queryable, Tx } from "#server/platform/db/database.ts";
import { sessionLifetime } from "../rules.ts";
import type { SessionDraft } from "../session-store.ts";
import { personColumns, type PersonRow } from "../store.ts";
import { maxTicketAttempts, ticketLifetime } from "./rules.ts";

/**
 * Stores the ticket of a sign-in that waits for its second factor.
 *
 * @param passwordHash the password that was right; nothing is stored if the account's password has changed
 */
export async function insertTicket(
  tx: Tx,
  { userId, ticketHash, passwordHash }: { userId: number; ticketHash: Buffer; passwordHash: string | null },
): Promise<boolean> {
  const { rows } = await sql`
    insert into login_tickets (ticket_hash, user_id, expires_at)
    select ${ticketHash}, id, clock_now() + ${ticketLifetime}::interval from users
    where id = ${userId} and suspended_at is null and role <> 'guest'
      and (${passwordHash}::text is null or password_hash = ${passwordHash})
    returning user_id`.execute(tx);
  return rows.length === 1;
}

/** The account of a ticket; undefined when it has expired or used up its attempts. */
export async function findTicketOwner(db: Queryable, ticketHash: Buffer): Promise<number | undefined> {
  const { rows } = await sql<{ userId: number }>`
    select user_id as "userId" from login_tickets
    where ticket_hash = ${ticketHash} and expires_at > clock_now() and attempts < ${maxTicketAttempts}`.execute(db);
  return rows[0]?.userId;
}

/** Counts an attempt before it is checked, so that concurrent attempts all count. */
export async function takeTicketAttempt(db: Database, ticketHash: Buffer): Promise<boolean> {
  const { rows } = await sql`
    update login_tickets set attempts = attempts + 1
    where ticket_hash = ${ticketHash} and expires_at > clock_now() and attempts < ${maxTicketAttempts}
    returning user_id`.execute(db);
  return rows.length === 1;
}

/**
 * Turns a ticket into a session in one statement. A ticket never opens two sessions, and none if the account was
 * suspended or its password changed since the ticket was issued.
 */
export async function redeemTicket(
  tx: Tx,
  ticketHash: Buffer,
  { tokenHash, userAgent }: SessionDraft,
): Promise<PersonRow | undefined> {
  const { rows } = await sql<PersonRow>`
    with ticket as (
      delete from login_tickets where ticket_hash = ${ticketHash} and expires_at > clock_now()
      returning user_id, created_at),
    person as (
      select u.* from users u join ticket t on t.user_id = u.id
      where u.suspended_at is null and u.role <> 'guest'
        and (u.password_changed_at is null or u.password_changed_at <= t.created_at)
      for share of u),
    opened as (
      insert into sessions (token_hash, user_id, user_agent, expires_at, confirmed_at, second_factor_at)
      select ${tokenHash}, id, ${userAgent}, clock_now() + ${sessionLifetime}::interval, clock_now(), clock_now()
      from person)
    select ${personColumns} from person`.execute(tx);
  return rows[0];
}

/** Deletes sign-ins that were never finished. */
export async function purgeTickets(db: Database): Promise<void> {
  await sql`delete from login_tickets where expires_at < clock_now()`.execute(db);
}
