import { sql } from "kysely";
import type { Database, Tx } from "#server/platform/db/database.ts";
import { allRows, firstRow } from "#server/platform/db/rows.ts";

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
export async function insertUpload(tx: Tx, upload: NewUpload): Promise<number | undefined> {
  return (
    await firstRow(tx)<{ id: number }>`
    insert into pictures (key, status, file_name, bytes, sha256, uploaded_by, replaces_id)
    values (${upload.key}, 'uploaded', ${upload.fileName}, ${upload.bytes}, ${upload.sha256}, ${upload.staffId},
      ${upload.replacesId})
    on conflict (sha256) where status <> 'refused' and replaces_id is null do nothing returning id`
  )?.id;
}

/** The image of a file that was uploaded before. */
export async function findByContent(tx: Tx, sha256: Buffer): Promise<number | undefined> {
  return (
    await firstRow(tx)<{ id: number }>`
    select id from pictures where sha256 = ${sha256} and status <> 'refused' and replaces_id is null`
  )?.id;
}

/** Locks a ready image, so that its replacements come one after the other. */
export function lockReady(tx: Tx, id: number): Promise<{ fileName: string } | undefined> {
  return firstRow(tx)`
    select file_name as "fileName" from pictures
    where id = ${id} and status = 'ready' and replaces_id is null for update`;
}

/** Deletes rejected replacements of an image's file. */
export async function deleteRefusedReplacements(tx: Tx, id: number): Promise<void> {
  await sql`delete from pictures where replaces_id = ${id} and status = 'refused'`.execute(tx);
}

/** Keys whose files are due for deletion. */
export async function findDiscarded(db: Database): Promise<string[]> {
  return (
    await allRows(db)<{ key: string }>`
    select key from discarded_pictures where discard_at <= clock_now() order by discard_at limit 500`
  ).map(({ key }) => key);
}

/** Removes a key after its files are deleted. */
export async function forgetDiscarded(db: Database, key: string): Promise<void> {
  await sql`delete from discarded_pictures where key = ${key}`.execute(db);
}

/** Which of some keys belong to no image, neither an existing nor a discarded one. */
export async function findStrangers(db: Database, keys: string[]): Promise<string[]> {
  return (
    await allRows(db)<{ key: string }>`
    select key from unnest(${keys}::text[]) as key
    where not exists (select from pictures p where p.key = key.key and p.status <> 'refused')
      and not exists (select from discarded_pictures d where d.key = key.key)`
  ).map(({ key }) => key);
}

/** Which of some keys belong to no image that still waits to be drawn. */
export async function findDone(db: Database, keys: string[]): Promise<string[]> {
  return (
    await allRows(db)<{ key: string }>`
    select key from unnest(${keys}::text[]) as key
    where not exists (select from pictures p where p.key = key.key and p.status in ('uploaded', 'processing'))`
  ).map(({ key }) => key);
}
