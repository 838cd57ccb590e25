import { accountsTables } from "#server/modules/accounts/tables.ts";
import type { Queryable, Tx } from "#server/platform/db/database.ts";
import { allRows, firstRow, firstValue, run } from "#server/platform/db/rows.ts";

/** A host's key. */
interface KeyRow {
  id: number;
  name: string;
  hostName: string | null;
  createdAt: Date;
  lastUsedAt: Date | null;
  revokedAt: Date | null;
}

/** All keys, newest first. */
export function findKeys(db: Queryable): Promise<KeyRow[]> {
  return allRows(db)`
    select k.id, k.name, u.display_name as "hostName", k.created_at as "createdAt", k.last_used_at as "lastUsedAt",
      k.revoked_at as "revokedAt"
    from stream_keys k left join ${accountsTables.users} u on u.id = k.host_id
    order by k.id desc limit 500`;
}

export function insertKey(
  tx: Tx,
  { name, secretHash, hostId, staffId }: { name: string; secretHash: Buffer; hostId: number | null; staffId: number },
): Promise<KeyRow | undefined> {
  return firstRow(tx)`
    insert into stream_keys (name, secret_hash, host_id, created_by)
    values (${name}, ${secretHash}, ${hostId}, ${staffId})
    returning id, name, (select u.display_name from ${accountsTables.users} u where u.id = host_id) as "hostName",
      created_at as "createdAt", last_used_at as "lastUsedAt", revoked_at as "revokedAt"`;
}

/** The id of the member who has an email; guests have none. */
export function findMemberId(tx: Tx, email: string): Promise<number | undefined> {
  return firstValue(tx)`
    select u.id from ${accountsTables.users} u where u.email = ${email} and u.role <> 'guest'`;
}

/** True if someone's key sends a stream: they host it. */
export async function isHostOf(db: Queryable, userId: number, streamId: number): Promise<boolean> {
  const found = await firstValue(db)`
    select true from streams s join stream_keys k on k.id = s.key_id
    where s.id = ${streamId} and k.host_id = ${userId} and k.revoked_at is null`;
  return found === true;
}

/** Revokes a key; returns its name, or undefined if there is none that works. */
export function revokeKey(tx: Tx, id: number): Promise<string | undefined> {
  return firstValue(tx)`
    update stream_keys set revoked_at = clock_now() where id = ${id} and revoked_at is null returning name`;
}

/** The hash of a key that works. */
export function findSecretHash(db: Queryable, id: number): Promise<Buffer | undefined> {
  return firstValue(db)`select secret_hash from stream_keys where id = ${id} and revoked_at is null`;
}

/** Records that a key was used; once a minute is enough. */
export function recordUse(db: Queryable, id: number): Promise<void> {
  return run(db)`
    update stream_keys set last_used_at = clock_now()
    where id = ${id} and (last_used_at is null or last_used_at < clock_now() - interval '1 minute')`;
}
