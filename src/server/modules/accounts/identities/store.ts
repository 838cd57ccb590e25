import type { Database, Queryable, Tx } from "#server/platform/db/database.ts";
import { firstRow, hasRows, run } from "#server/platform/db/rows.ts";
import type { IdentityClaims } from "../rules.ts";

/** The account behind an identity or an address. */
export interface AccountRef {
  userId: number;
  suspended: boolean;
  suspendedReason: string | null;
}

/** Takes a token once and remembers it until it expires; false when it was used before. */
export function consumeToken(tx: Tx, tokenHash: Buffer, expiresAt: number): Promise<boolean> {
  return hasRows(tx)`
    insert into used_identity_tokens (token_hash, expires_at)
    values (${tokenHash}, greatest(to_timestamp(${expiresAt}), clock_now() + interval '5 minutes'))
    on conflict do nothing returning token_hash`;
}

/** The account of an identity; also stores what the service says about its email now. */
export function findByIdentity(tx: Tx, claims: IdentityClaims): Promise<AccountRef | undefined> {
  return firstRow(tx)`
    update identities i set last_used_at = clock_now(), email = ${claims.email}, email_verified = ${claims.emailVerified}
    from users u
    where i.issuer = ${claims.issuer} and i.subject = ${claims.subject} and u.id = i.user_id
    returning u.id as "userId", u.suspended_at is not null as suspended,
      u.suspended_reason as "suspendedReason"`;
}

/** The account that owns an address: users.email only has confirmed ones. */
export function findByConfirmedEmail(tx: Tx, email: string): Promise<AccountRef | undefined> {
  return firstRow(tx)`
    select id as "userId", suspended_at is not null as suspended,
      suspended_reason as "suspendedReason"
    from users where email = ${email} and role <> 'guest' for no key update`;
}

/** Links an identity to an account; the primary key limits it to one. */
export function insertIdentity(tx: Tx, userId: number, claims: IdentityClaims): Promise<void> {
  return run(tx)`
    insert into identities (issuer, subject, user_id, email, email_verified)
    values (${claims.issuer}, ${claims.subject}, ${userId}, ${claims.email}, ${claims.emailVerified})`;
}

/** Unlinks all identities of a person: anyone who linked one before has to prove again that it is theirs. */
export function deleteIdentitiesOf(db: Queryable, userId: number): Promise<void> {
  return run(db)`delete from identities where user_id = ${userId}`;
}

/** Deletes expired tokens. */
export function purgeTokens(db: Database): Promise<void> {
  return run(db)`delete from used_identity_tokens where expires_at < clock_now()`;
}

/** True when a username is taken, in any letter case. */
export function isNameTaken(tx: Tx, username: string): Promise<boolean> {
  return hasRows(tx)`
    select from users where lower(username) = lower(${username}) or skeleton = username_skeleton(${username})`;
}
