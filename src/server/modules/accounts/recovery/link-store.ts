import { sql } from "kysely";
import type { Database, Queryable, Tx } from "#server/platform/db/database.ts";

export type LinkPurpose = "reset" | "confirm_email";

/** How long a link is good, as the database reads it. */
const linkLifetime = "30 minutes";

/** A link to be. */
export interface NewLink {
  id: string;
  userId: number;
  purpose: LinkPurpose;
  /** The address that is to be confirmed. */
  email: string | null;
  tokenHash: Buffer;
  /** Staff who made it by hand. */
  madeBy: number | null;
}

/** Writes a link. @returns when its time is up */
export async function insertLink(tx: Tx, link: NewLink): Promise<Date> {
  const { rows } = await sql<{ expiresAt: Date }>`
    insert into account_links (id, user_id, purpose, email, token_hash, made_by, expires_at)
    values (${link.id}, ${link.userId}, ${link.purpose}, ${link.email}, ${link.tokenHash}, ${link.madeBy},
            clock_now() + ${linkLifetime}::interval)
    returning expires_at as "expiresAt"`.execute(tx);
  return rows[0]!.expiresAt;
}

/** A link that is still good, and whose account it is for. */
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

/** The live link of a secret; looking does not use it up. */
export async function findLinkByToken(
  db: Queryable,
  purpose: LinkPurpose,
  tokenHash: Buffer,
): Promise<LiveLink | undefined> {
  const { rows } = await sql<LiveLink>`
    select ${liveColumns} and l.purpose = ${purpose} and l.token_hash = ${tokenHash}`.execute(db);
  return rows[0];
}

/** The same by the row's id, for whoever writes its mail. */
export async function findLinkById(db: Queryable, id: string): Promise<LiveLink | undefined> {
  const { rows } = await sql<LiveLink>`select ${liveColumns} and l.id = ${id}`.execute(db);
  return rows[0];
}

/**
 * Uses a link up. Guarded by the row itself: of many uses at the same moment exactly one finds it unused.
 *
 * @returns undefined when it was used, has lapsed or was called back
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

/** Calls links of an account back: all, or those of one purpose. */
export async function callLinksBack(tx: Tx, userId: number, purpose?: LinkPurpose): Promise<void> {
  await sql`
    update account_links set expires_at = least(expires_at, clock_now())
    where user_id = ${userId} and used_at is null and (${purpose ?? null}::text is null or purpose = ${purpose ?? null})`.execute(
    tx,
  );
}

/** Links that were mailed in the last hour for one account, or to one address that waits to be confirmed. */
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

/** Forgets links of yesterday: none of them opens anything. */
export async function purgeLinks(db: Database): Promise<void> {
  await sql`delete from account_links where created_at < clock_now() - interval '1 day'`.execute(db);
}
