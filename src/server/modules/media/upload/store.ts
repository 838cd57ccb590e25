import { sql } from "kysely";
import type { Tx } from "#server/platform/db/database.ts";

/** A file that has arrived. */
export interface NewUpload {
  key: string;
  fileName: string;
  bytes: number;
  sha256: Buffer;
  staffId: number;
  replacesId: number | null;
}

/**
 * Adds a file to the library; undefined when the same file is in it already.
 * Of two who bring the same file at once one adds it.
 */
export async function insertUpload(tx: Tx, upload: NewUpload): Promise<number | undefined> {
  const { rows } = await sql<{ id: number }>`
    insert into pictures (key, state, file_name, bytes, sha256, uploaded_by, replaces_id)
    values (${upload.key}, 'uploaded', ${upload.fileName}, ${upload.bytes}, ${upload.sha256}, ${upload.staffId},
      ${upload.replacesId})
    on conflict (sha256) where state <> 'refused' and replaces_id is null do nothing returning id`.execute(tx);
  return rows[0]?.id;
}

/** The picture that a file became before. */
export async function findByContent(tx: Tx, sha256: Buffer): Promise<number | undefined> {
  const { rows } = await sql<{ id: number }>`
    select id from pictures where sha256 = ${sha256} and state <> 'refused' and replaces_id is null`.execute(tx);
  return rows[0]?.id;
}

/** Locks a picture that can be shown, so that its replacements come one after the other. */
export async function lockReady(tx: Tx, id: number): Promise<{ fileName: string } | undefined> {
  const { rows } = await sql<{ fileName: string }>`
    select file_name as "fileName" from pictures
    where id = ${id} and state = 'ready' and replaces_id is null for update`.execute(tx);
  return rows[0];
}

/** Forgets refused attempts to replace a picture's file. */
export async function deleteRefusedReplacements(tx: Tx, id: number): Promise<void> {
  await sql`delete from pictures where replaces_id = ${id} and state = 'refused'`.execute(tx);
}
