import { sql } from "kysely";
import type { Database, Queryable, Tx } from "#server/platform/db/database.ts";

export type LinkPurpose = "reset" | "confirm_email";

/** How long a link is valid, as a database interval. */
const linkLifetime = "30 minutes";

/** A new link. */
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
export async function insertLink(tx: Tx, link: NewLink): Promise<Date> {
  const { rows } = await sql<{ expiresAt: Date }>`
    insert into account_links (id, user_id, purpose, email, token_hash, made_by, expires_at)
    values (${link.id}, ${link.userId}, ${link.purpose}, ${link.email}, ${link.tokenHash}, ${link.madeBy},
            clock_now() + ${linkLifetime}::interval)
    returning expires_at as "expiresAt"`.execute(tx);
  return rows[0]!.expiresAt;
}

/** A link that is still valid, and its account. */
export interface LiveLink {
  id: string;
  userId: number;
  purpose: LinkPurpose;
  email: string | null;
  expiresAt: Date;
  username: string;
  displayName: string;
}

const liveColumns = sql`
  l.id, l.user_id as "userId", l.purpose, l.email, l.expires_at as "expiresAt", u.username,
  u.display_name as "displayName"
  from account_links l join users u on u.id = l.user_id
  where l.used_at is null and l.expires_at > clock_now() and u.deleted_at is null`;

/** The valid link of a secret; reading it does not use it up. */
export async function findLinkByToken(
  db: Queryable,
  purpose: LinkPurpose,
  tokenHash: Buffer,
): Promise<LiveLink | undefined> {
  const { rows } = await sql<LiveLink>`
    select ${liveColumns} and l.purpose = ${purpose} and l.token_hash = ${tokenHash}`.execute(db);
  return rows[0];
}

/** The same by the row's id, for writing its email. */
export async function findLinkById(db: Queryable, id: string): Promise<LiveLink | undefined> {
  const { rows } = await sql<LiveLink>`select ${liveColumns} and l.id = ${id}`.execute(db);
  return rows[0];
}

/**
 * Uses up a link. Guarded by the row itself: of many concurrent uses exactly one finds it unused.
 *
 * @returns undefined when it was used, has expired or was revoked
 */
export async function redeemLink(
  tx: Tx,
  purpose: LinkPurpose,
  tokenHash: Buffer,
): Promise<{ userId: number; email: string | null } | undefined> {
  const { rows } = await sql<{ userId: number; email: string | null }>`
    update account_links set used_at = clock_now()
    where token_hash = ${tokenHash} and purpose = ${purpose} and used_at is null and expires_at > clock_now()
    returning user_id as "userId", email`.execute(tx);
  return rows[0];
}

/** Revokes links of an account: all, or those of one purpose. */
export async function callLinksBack(tx: Tx, userId: number, purpose?: LinkPurpose): Promise<void> {
  await sql`
    update account_links set expires_at = least(expires_at, clock_now())
    where user_id = ${userId} and used_at is null and (${purpose ?? null}::text is null or purpose = ${purpose ?? null})`.execute(
    tx,
  );
}

/** Links that were emailed in the last hour for one account, or to one pending address. */
export async function countRecentLinks(
  tx: Tx,
  purpose: LinkPurpose,
  of: { userId: number; email?: string },
): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from account_links
    where purpose = ${purpose} and made_by is null and created_at > clock_now() - interval '1 hour'
      and (user_id = ${of.userId} or email = ${of.email ?? null}::text)`.execute(tx);
  return rows[0]!.count;
}

/** Deletes links older than a day: none of them works anymore. */
export async function purgeLinks(db: Database): Promise<void> {
  await sql`delete from account_links where created_at < clock_now() - interval '1 day'`.execute(db);
}
