import type { Database, Tx } from "#server/platform/db/database.ts";
import { allValues, firstRow, firstValue, run } from "#server/platform/db/rows.ts";

/** An uploaded file. */
export interface NewUpload {
  key: string;
  fileName: string;
  bytes: number;
  sha256: Buffer;
  staffId: number;
  replacesId: number | null;
}

/**
 * Adds a file to the library; undefined when the same file is in it already. If two people upload the same file at
 * once, one adds it.
 */
export function insertUpload(tx: Tx, upload: NewUpload): Promise<number | undefined> {
  return firstValue(tx)`
    insert into pictures (key, status, file_name, bytes, sha256, uploaded_by, replaces_id)
    values (${upload.key}, 'uploaded', ${upload.fileName}, ${upload.bytes}, ${upload.sha256}, ${upload.staffId},
      ${upload.replacesId})
    on conflict (sha256) where status <> 'refused' and replaces_id is null do nothing returning id`;
}

/** The image of a file that was uploaded before. */
export function findByContent(tx: Tx, sha256: Buffer): Promise<number | undefined> {
  return firstValue(tx)`
    select id from pictures where sha256 = ${sha256} and status <> 'refused' and replaces_id is null`;
}

/** Locks a ready image, so that its replacements come one after the other. */
export function lockReady(tx: Tx, id: number): Promise<{ fileName: string } | undefined> {
  return firstRow(tx)`
    select file_name as "fileName" from pictures
    where id = ${id} and status = 'ready' and replaces_id is null for update`;
}

/** Deletes rejected replacements of an image's file. */
export function deleteRefusedReplacements(tx: Tx, id: number): Promise<void> {
  return run(tx)`delete from pictures where replaces_id = ${id} and status = 'refused'`;
}

/** Keys whose files are due for deletion. */
export function findDiscarded(db: Database): Promise<string[]> {
  return allValues(db)`
    select key from discarded_pictures where discard_at <= clock_now() order by discard_at limit 500`;
}

/** Removes a key after its files are deleted. */
export function forgetDiscarded(db: Database, key: string): Promise<void> {
  return run(db)`delete from discarded_pictures where key = ${key}`;
}

/** Which of some keys belong to no image, neither an existing nor a discarded one. */
export function findStrangers(db: Database, keys: string[]): Promise<string[]> {
  return allValues(db)`
    select key from unnest(${keys}::text[]) as key
    where not exists (select from pictures p where p.key = key.key and p.status <> 'refused')
      and not exists (select from discarded_pictures d where d.key = key.key)`;
}

/** Which of some keys belong to no image that still waits to be drawn. */
export function findDone(db: Database, keys: string[]): Promise<string[]> {
  return allValues(db)`
    select key from unnest(${keys}::text[]) as key
    where not exists (select from pictures p where p.key = key.key and p.status in ('uploaded', 'processing'))`;
}
