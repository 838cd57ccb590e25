import type { Queryable, Tx } from "#server/platform/db/database.ts";
import { allRows, firstRow, firstValue, run } from "#server/platform/db/rows.ts";

/** A host's key. */
export interface KeyRow {
  id: number;
  name: string;
  createdAt: Date;
  lastUsedAt: Date | null;
  revokedAt: Date | null;
}

/** All keys, newest first. */
export function findKeys(db: Queryable): Promise<KeyRow[]> {
  return allRows(db)`
    select id, name, created_at as "createdAt", last_used_at as "lastUsedAt", revoked_at as "revokedAt"
    from stream_keys order by id desc limit 500`;
}

/** Stores a new key. */
export function insertKey(
  tx: Tx,
  { name, secretHash, staffId }: { name: string; secretHash: Buffer; staffId: number },
): Promise<KeyRow | undefined> {
  return firstRow(tx)`
    insert into stream_keys (name, secret_hash, created_by) values (${name}, ${secretHash}, ${staffId})
    returning id, name, created_at as "createdAt", last_used_at as "lastUsedAt", revoked_at as "revokedAt"`;
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

/** Notes that a key was used; once a minute is enough. */
export function noteUse(db: Queryable, id: number): Promise<void> {
  return run(db)`
    update stream_keys set last_used_at = clock_now()
    where id = ${id} and (last_used_at is null or last_used_at < clock_now() - interval '1 minute')`;
}
