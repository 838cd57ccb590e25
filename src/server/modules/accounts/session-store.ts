import { CompiledQuery, sql } from "kysely";
import type { SessionEntry } from "#contract/accounts/sessions.ts";
import { integer } from "#server/platform/db/columns.ts";
import type { Database, Queryable, RowOf, Tx } from "#server/platform/db/database.ts";
import type { Principal } from "#server/platform/http/principal.ts";
import { allRows, firstRow, firstValue, hasRows, run } from "#server/platform/db/rows.ts";
import { guestDisplayName, sessionLifetime } from "./rules.ts";
import { personColumns, type PersonRow } from "./store.ts";

/**
 * Opens a session for an account whose password was just verified. Guarded: an account that was suspended, or whose
 * password changed since the check, gets none.
 */
export function openVerifiedSession(
  tx: Tx,
  { userId, passwordHash, tokenHash, userAgent }: { userId: number; passwordHash: string } & SessionDraft,
): Promise<PersonRow | undefined> {
  return firstRow(tx)`
    with person as (
      select * from users
      where id = ${userId} and password_hash = ${passwordHash} and suspended_at is null and role <> 'guest'
      for share),
    opened as (
      insert into sessions (token_hash, user_id, user_agent, expires_at, confirmed_at)
      select ${tokenHash}, id, ${userAgent}, clock_now() + ${sessionLifetime}::interval, clock_now() from person)
    select ${personColumns} from person`;
}

/** A new session: the hash of its secret, and the browser that asked for it. */
export interface SessionDraft {
  tokenHash: Buffer;
  userAgent: string | null;
}

/** Opens a session without a password check: for a person who was created in the same transaction. */
export function openSession(tx: Tx, userId: number, { tokenHash, userAgent }: SessionDraft): Promise<void> {
  return run(tx)`
    insert into sessions (token_hash, user_id, user_agent, expires_at, confirmed_at)
    values (${tokenHash}, ${userId}, ${userAgent}, clock_now() + ${sessionLifetime}::interval, clock_now())`;
}

/** Opens a session for a person whose passkey was just verified, which is a second factor too. */
export function openPasskeySession(tx: Tx, userId: number, { tokenHash, userAgent }: SessionDraft): Promise<void> {
  return run(tx)`
    insert into sessions (token_hash, user_id, user_agent, expires_at, confirmed_at, second_factor_at)
    values (${tokenHash}, ${userId}, ${userAgent}, clock_now() + ${sessionLifetime}::interval, clock_now(), clock_now())`;
}

/** Ends the session of one token. @returns whose it was; undefined if there was none */
export function endSession(db: Queryable, tokenHash: Buffer): Promise<number | undefined> {
  return firstValue(db, integer)`delete from sessions where token_hash = ${tokenHash} returning user_id`;
}

export function endSessionsOf(db: Queryable, userId: number): Promise<void> {
  return run(db)`delete from sessions where user_id = ${userId}`;
}

/** Deletes expired sessions. */
export function purgeSessions(db: Database): Promise<void> {
  return run(db)`delete from sessions where expires_at < clock_now()`;
}

/** A new guest, with their session. */
export interface GuestDraft extends SessionDraft {
  username: string;
}

const insertGuestsText = `
  with draft as (
    select * from unnest($1::text[], $2::bytea[], $3::text[]) as d(username, token_hash, user_agent)),
  added as (
    insert into users (username, display_name, role)
    select username, '${guestDisplayName}', 'guest' from draft
    on conflict do nothing
    returning id, username),
  opened as (
    insert into sessions (token_hash, user_id, user_agent, expires_at)
    select token_hash, id, user_agent, clock_now() + interval '${sessionLifetime}' from added join draft using (username))
  select id, username from added`;

/**
 * Adds guests and their sessions in one statement.
 *
 * @returns the ids by username; a guest whose name was taken is missing
 */
export async function insertGuests(db: Queryable, drafts: GuestDraft[]): Promise<Map<string, number>> {
  const { rows } = await db.executeQuery<{ id: number; username: string }>(
    CompiledQuery.raw(insertGuestsText, [
      drafts.map((draft) => draft.username),
      drafts.map((draft) => draft.tokenHash),
      drafts.map((draft) => draft.userAgent),
    ]),
  );
  return new Map(rows.map((row) => [row.username, row.id]));
}

/** Who is calling, and whether the browser's cookie is old enough to send again. */
export interface SessionPrincipal extends Principal {
  cookieAged: boolean;
}

/** An active session and its person. */
export interface FoundSession extends SessionPrincipal {
  tokenHash: Buffer;
  /** Last seen over an hour ago: worth extending. */
  stale: boolean;
}

const findSessionsText = `
  select s.token_hash as "tokenHash", s.last_seen_at < clock_now() - interval '1 hour' as stale,
    s.created_at < clock_now() - interval '1 day' as "cookieAged",
    u.id, u.username, u.display_name as "displayName", u.avatar, u.role, u.email,
    u.role in ('moderator', 'admin') and (
      not exists (select from policies p where p.name = 'staff_second_factor' and p.required)
      or exists (select from totp_secrets t where t.user_id = u.id and t.confirmed_at is not null)
      or exists (select from passkeys k where k.user_id = u.id)) as "mayActAsStaff"
  from sessions s join users u on u.id = s.user_id
  where s.token_hash = any($1::bytea[]) and s.expires_at > clock_now() and u.suspended_at is null`;

/** The active sessions among these, with their people; expired ones and those of suspended people are left out. */
export async function findSessions(db: Queryable, tokenHashes: Buffer[]): Promise<FoundSession[]> {
  const { rows } = await db.executeQuery<FoundSession>(CompiledQuery.raw(findSessionsText, [tokenHashes]));
  return rows;
}

/** Extends sessions from now, at most once an hour each. */
export function touchSessions(db: Database, tokenHashes: Buffer[]): Promise<void> {
  return run(db)`
    update sessions set last_seen_at = clock_now(), expires_at = clock_now() + ${sessionLifetime}::interval
    where token_hash = any(${tokenHashes}::bytea[]) and expires_at > clock_now()
      and last_seen_at < clock_now() - interval '1 hour'`;
}

/** A session as its owner sees it; its id is only half of the secret's hash. */
export interface OwnSession extends RowOf<Omit<SessionEntry, "device" | "kind">, "createdAt" | "lastSeenAt"> {
  userAgent: string | null;
}

const sessionId = sql`encode(substring(token_hash for 16), 'hex')`;

/** Active sessions of a person: the current one first, then the latest seen. */
export function findSessionsOf(db: Queryable, userId: number, currentHash: Buffer): Promise<OwnSession[]> {
  return allRows(db)`
    select ${sessionId} as id, user_agent as "userAgent", created_at as "createdAt", last_seen_at as "lastSeenAt",
      token_hash = ${currentHash} as current
    from sessions where user_id = ${userId} and expires_at > clock_now()
    order by token_hash = ${currentHash} desc, last_seen_at desc limit 200`;
}

/** Ends one session of a person. @returns false when they have none with that id */
export function endSessionNamed(db: Queryable, userId: number, id: string): Promise<boolean> {
  return hasRows(db)`
    delete from sessions where user_id = ${userId} and ${sessionId} = ${id} returning 1`;
}

export function endOtherSessionsOf(db: Queryable | Tx, userId: number, exceptHash: Buffer): Promise<void> {
  return run(db)`delete from sessions where user_id = ${userId} and token_hash <> ${exceptHash}`;
}
