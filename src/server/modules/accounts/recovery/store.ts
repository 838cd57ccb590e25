import { sql } from "kysely";
import { searchedAddressOf } from "#contract/email-address.ts";
import { instant, integer } from "#server/platform/db/columns.ts";
import type { Database, Queryable, Tx } from "#server/platform/db/database.ts";
import { allRows, firstRow, onlyValue, hasRows, run } from "#server/platform/db/rows.ts";

export type LinkPurpose = "reset" | "confirm_email" | "sign_in";

/** What people can ask for by username or email. */
export type RequestedPurpose = Exclude<LinkPurpose, "confirm_email">;

/** How long a link is valid, as a database interval. */
const linkLifetime = "30 minutes";

export interface NewLink {
  id: string;
  userId: number;
  purpose: LinkPurpose;
  /** The address to confirm. */
  email: string | null;
  tokenHash: Buffer;
  /** The staff member who created it. */
  madeBy: number | null;
}

/** Stores a link. @returns when it expires */
export function insertLink(tx: Tx, link: NewLink): Promise<Date> {
  return onlyValue(tx, instant)`
    insert into account_links (id, user_id, purpose, email, token_hash, made_by, expires_at)
    values (${link.id}, ${link.userId}, ${link.purpose}, ${link.email}, ${link.tokenHash}, ${link.madeBy},
            clock_now() + ${linkLifetime}::interval)
    returning expires_at as "expiresAt"`;
}

/** A link that is still valid, and its account. */
export interface LiveLink {
  id: string;
  userId: number;
  purpose: LinkPurpose;
  email: string | null;
  expiresAt: Date;
  tokenHash: Buffer;
  username: string;
  displayName: string;
}

const liveColumns = sql`
  l.id, l.user_id as "userId", l.purpose, l.email, l.expires_at as "expiresAt",
  l.token_hash as "tokenHash", u.username, u.display_name as "displayName"
  from account_links l join users u on u.id = l.user_id
  where l.used_at is null and l.expires_at > clock_now() and u.deleted_at is null`;

/** The valid link of a secret; reading it does not use it up. */
export function findLinkByToken(db: Queryable, purpose: LinkPurpose, tokenHash: Buffer): Promise<LiveLink | undefined> {
  return firstRow(db)`
    select ${liveColumns} and l.purpose = ${purpose} and l.token_hash = ${tokenHash}`;
}

/** The same by the row's id, for writing its email. */
export function findLinkById(db: Queryable, id: string): Promise<LiveLink | undefined> {
  return firstRow(db)`select ${liveColumns} and l.id = ${id}`;
}

/**
 * Uses up a link. Guarded by the row itself: of many concurrent uses exactly one finds it unused.
 *
 * @returns undefined when it was used, has expired or was revoked
 */
export function redeemLink(
  tx: Tx,
  purpose: LinkPurpose,
  tokenHash: Buffer,
): Promise<{ userId: number; email: string | null } | undefined> {
  return firstRow(tx)`
    update account_links set used_at = clock_now()
    where token_hash = ${tokenHash} and purpose = ${purpose} and used_at is null and expires_at > clock_now()
    returning user_id as "userId", email`;
}

/** Revokes links of an account: all, or those of one purpose. */
export function callLinksBack(tx: Tx, userId: number, purpose?: LinkPurpose): Promise<void> {
  return run(tx)`
    update account_links set expires_at = least(expires_at, clock_now())
    where user_id = ${userId} and used_at is null and (${purpose ?? null}::text is null or purpose = ${purpose ?? null})`;
}

/** Lets requests for one mailbox count each other, also those of other accounts. */
export function lockAddress(tx: Tx, email: string): Promise<void> {
  return run(tx)`select pg_advisory_xact_lock(hashtextextended('links to ' || mailbox_of(${email}::text), 0))`;
}

/** Links that were emailed in the last hour for one account, or to the mailbox of one pending address. */
export function countRecentLinks(
  tx: Tx,
  purpose: LinkPurpose,
  of: { userId: number; email?: string },
): Promise<number> {
  return onlyValue(tx, integer)`
    select count(*)::int as count from account_links
    where purpose = ${purpose} and made_by is null and created_at > clock_now() - interval '1 hour'
      and (user_id = ${of.userId} or mailbox_of(email) = mailbox_of(${of.email ?? null}::text))`;
}

/** True while an account has a link of a purpose that wasn't used. */
export function hasLiveLink(tx: Tx, userId: number, purpose: LinkPurpose): Promise<boolean> {
  return hasRows(tx)`
    select from account_links
    where user_id = ${userId} and purpose = ${purpose} and used_at is null and expires_at > clock_now()`;
}

/** Deletes links older than a day: none of them works anymore. */
export function purgeLinks(db: Database): Promise<void> {
  return run(db)`delete from account_links where created_at < clock_now() - interval '1 day'`;
}

/** A link that someone asked for, by username or email. */
export interface LinkRequest {
  identifier: string;
  purpose: RequestedPurpose;
}

/** Stores a request for a link. */
export function insertRequest(db: Database, { identifier, purpose }: LinkRequest): Promise<void> {
  return run(db)`insert into recovery_requests (identifier, purpose) values (${identifier}, ${purpose})`;
}

/** Takes requests from the queue, oldest first. Several nodes never take the same one. */
export function claimRequests(tx: Tx, count: number): Promise<LinkRequest[]> {
  return allRows(tx)`
    delete from recovery_requests where id in (
      select id from recovery_requests order by id limit ${count} for update skip locked)
    returning identifier, purpose`;
}

/** An account that we can email a link to. */
export interface Reachable {
  id: number;
  displayName: string;
  /** Confirmed. */
  email: string;
}

/** The account with a username, in any letter case, or a confirmed email; undefined when we can't email anyone. */
export function findReachable(db: Queryable, identifier: string): Promise<Reachable | undefined> {
  return firstRow(db)`
    select id, display_name as "displayName", email from users
    where (lower(username) = lower(${identifier}) or email = ${searchedAddressOf(identifier)})
      and role <> 'guest' and email is not null and suspended_at is null
    limit 1`;
}

/** The account that staff want a link for. */
export interface ResetTarget {
  id: number;
  hasEmail: boolean;
}

/** An account by its id, except guests and deleted ones. Locked until the transaction ends. */
export function lockResetTarget(tx: Tx, userId: number): Promise<ResetTarget | undefined> {
  return firstRow(tx)`
    select id, email is not null as "hasEmail" from users
    where id = ${userId} and role <> 'guest' and deleted_at is null for no key update`;
}

/** Sets an account's new password, and drops a pending email that someone else may have entered. */
export function setPassword(
  tx: Tx,
  userId: number,
  passwordHash: string,
): Promise<{ displayName: string; email: string | null } | undefined> {
  return firstRow(tx)`
    update users set password_hash = ${passwordHash}, password_changed_at = clock_now(), pending_email = null
    where id = ${userId} and role <> 'guest' and deleted_at is null
    returning display_name as "displayName", email`;
}
