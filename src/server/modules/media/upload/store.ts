import { sql } from "kysely";
import type { Tx } from "#server/platform/db/database.ts";

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
  const { rows } = await sql<{ id: number }>`
    insert into pictures (key, status, file_name, bytes, sha256, uploaded_by, replaces_id)
    values (${upload.key}, 'uploaded', ${upload.fileName}, ${upload.bytes}, ${upload.sha256}, ${upload.staffId},
      ${upload.replacesId})
    on conflict (sha256) where status <> 'refused' and replaces_id is null do nothing returning id`.execute(tx);
  return rows[0]?.id;
}

/** The image of a file that was uploaded before. */
export async function findByContent(tx: Tx, sha256: Buffer): Promise<number | undefined> {
  const { rows } = await sql<{ id: number }>`
    select id from pictures where sha256 = ${sha256} and status <> 'refused' and replaces_id is null`.execute(tx);
  return rows[0]?.id;
}

/** Locks a ready image, so that its replacements come one after the other. */
export async function lockReady(tx: Tx, id: number): Promise<{ fileName: string } | undefined> {
  const { rows } = await sql<{ fileName: string }>`
    select file_name as "fileName" from pictures
    where id = ${id} and status = 'ready' and replaces_id is null for update`.execute(tx);
  return rows[0];
}

/** Deletes rejected replacements of an image's file. */
export async function deleteRefusedReplacements(tx: Tx, id: number): Promise<void> {
  await sql`delete from pictures where replaces_id = ${id} and status = 'refused'`.execute(tx);
}
