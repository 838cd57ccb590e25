import { sql } from "kysely";
import type { Poster } from "#contract/events.ts";
import type { PictureUse } from "#contract/media.ts";
import type { Queryable, Tx } from "#server/platform/db/database.ts";
import { pictureColumns, type PictureRow } from "../columns.ts";

/** Images by id. */
export async function findPictures(db: Queryable, ids: number[]): Promise<PictureRow[]> {
  const { rows } = await sql<PictureRow>`
    select ${pictureColumns} from pictures p where p.id = any(${ids}::bigint[])`.execute(db);
  return rows;
}

/** The same, locked against deletion until this transaction ends. */
export async function lockPictures(tx: Tx, ids: number[]): Promise<PictureRow[]> {
  const { rows } = await sql<PictureRow>`
    select ${pictureColumns} from pictures p where p.id = any(${ids}::bigint[]) order by p.id for share`.execute(tx);
  return rows;
}

/** Ids of images by their keys. */
export async function findIdsByKey(db: Queryable, keys: string[]): Promise<{ id: number; key: string }[]> {
  const { rows } = await sql<{ id: number; key: string }>`
    select id, key from pictures where key = any(${keys}::text[]) and replaces_id is null`.execute(db);
  return rows;
}

/** What uses images. */
export interface PictureUser {
  kind: string;
  id: number | string;
  /** Its name, for showing where an image is used. */
  label: string;
}

/** Sets exactly these images as the ones that something uses. */
export async function setUses(tx: Tx, { kind, id, label }: PictureUser, pictureIds: number[]): Promise<void> {
  const target = String(id);
  await sql`
    delete from picture_uses
    where kind = ${kind} and target_id = ${target} and picture_id <> all(${pictureIds}::bigint[])`.execute(tx);
  await sql`
    insert into picture_uses (picture_id, kind, target_id, label)
    select distinct id, ${kind}, ${target}, ${label.slice(0, 300)} from unnest(${pictureIds}::bigint[]) as id
    on conflict (picture_id, kind, target_id) do update set label = excluded.label`.execute(tx);
}

/** Where an image is used. */
export async function findUses(db: Queryable, pictureId: number): Promise<PictureUse[]> {
  const { rows } = await sql<PictureUse>`
    select kind, target_id as "targetId", label from picture_uses where picture_id = ${pictureId}
    order by kind, label, target_id limit 200`.execute(db);
  return rows;
}

/** Adds an image whose files exist already to the library; one with that key stays as it is. */
export async function upsertPicture(tx: Tx, poster: Poster, fileName: string): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    insert into pictures (key, status, file_name, alt, width, height, dominant, accent, placeholder)
    values (${poster.key}, 'ready', ${fileName}, ${poster.alt}, ${poster.width}, ${poster.height},
      ${poster.dominant.toLowerCase()}, ${poster.accent.toLowerCase()}, ${poster.placeholder})
    on conflict (key) do update set key = excluded.key returning id`.execute(tx);
  return rows[0]!.id;
}
