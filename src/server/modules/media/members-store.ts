import type { Poster } from "#contract/events/events.ts";
import { integer } from "#server/platform/db/columns.ts";
import type { Queryable, Tx } from "#server/platform/db/database.ts";
import { allRows, allValues, firstRow, onlyValue, run } from "#server/platform/db/rows.ts";
import { pictureColumns, type PictureRow } from "./columns.ts";
import type { PictureUser } from "./store.ts";

/** Stores the file of a member. */
export function insertOwnUpload(
  tx: Tx,
  upload: { key: string; bytes: number; sha256: Buffer; ownerId: number },
): Promise<number> {
  return onlyValue(tx, integer)`
    insert into pictures (key, status, file_name, bytes, sha256, uploaded_by, is_library)
    values (${upload.key}, 'uploaded', 'photo', ${upload.bytes}, ${upload.sha256}, ${upload.ownerId}, false) returning id`;
}

/** Stores an image of a member that is drawn already. */
export function insertDrawn(tx: Tx, ownerId: number, poster: Poster): Promise<number> {
  return onlyValue(tx, integer)`
    insert into pictures (key, status, file_name, alt, width, height, dominant, accent, placeholder, uploaded_by, is_library)
    values (${poster.key}, 'ready', 'photo', ${poster.alt}, ${poster.width}, ${poster.height},
      ${poster.dominant.toLowerCase()}, ${poster.accent.toLowerCase()}, ${poster.placeholder}, ${ownerId}, false)
    returning id`;
}

/** How many images of a member nothing uses, counted up to `max`. */
export function countUnused(db: Queryable, ownerId: number, max: number): Promise<number> {
  return onlyValue(db, integer)`
    select count(*)::integer from (
      select from pictures p where p.uploaded_by = ${ownerId} and not p.is_library and p.status <> 'refused'
        and not exists (select from picture_uses u where u.picture_id = p.id) limit ${max}) unused`;
}

/** An image that a member uploaded. */
export function findOwn(db: Queryable, ownerId: number, id: number): Promise<PictureRow | undefined> {
  return firstRow(db)`
    select ${pictureColumns} from pictures p
    where p.id = ${id} and p.uploaded_by = ${ownerId} and not p.is_library`;
}

/** Images of a member that nothing uses but this target, locked against deletion and other uses. */
export function lockOwn(
  tx: Tx,
  ownerId: number,
  { kind, id }: Omit<PictureUser, "label">,
  ids: number[],
): Promise<PictureRow[]> {
  return allRows(tx)`
    select ${pictureColumns} from pictures p
    where p.id = any(${ids}::bigint[]) and p.uploaded_by = ${ownerId} and not p.is_library
      and not exists (select from picture_uses u
        where u.picture_id = p.id and (u.kind, u.target_id) <> (${kind}, ${String(id)}))
    order by p.id for update`;
}

/** Describes an image. */
export function setAlt(tx: Tx, id: number, alt: string): Promise<void> {
  return run(tx)`
    update pictures set alt = ${alt}, updated_at = clock_now() where id = ${id} and alt <> ${alt}`;
}

/** Records that something uses some images. */
export function addUses(tx: Tx, { kind, id, label }: PictureUser, pictureIds: number[]): Promise<void> {
  return run(tx)`
    insert into picture_uses (picture_id, kind, target_id, label)
    select id, ${kind}, ${String(id)}, ${label.slice(0, 300)} from unnest(${pictureIds}::bigint[]) as id
    on conflict (picture_id, kind, target_id) do update set label = excluded.label`;
}

/** Records that something doesn't use some images anymore. */
export function removeUses(tx: Tx, { kind, id }: Omit<PictureUser, "label">, pictureIds: number[]): Promise<void> {
  return run(tx)`
    delete from picture_uses
    where kind = ${kind} and target_id = ${String(id)} and picture_id = any(${pictureIds}::bigint[])`;
}

/** Deletes the unused ones of some members' images, and has their files deleted. */
export function deleteUnusedOwn(tx: Tx, ids: number[]): Promise<void> {
  return run(tx)`
    with doomed as (
      delete from pictures p where p.id = any(${ids}::bigint[]) and not p.is_library
        and not exists (select from picture_uses u where u.picture_id = p.id) returning p.key
    )
    insert into discarded_pictures (key, discard_at) select key, clock_now() from doomed`;
}

/** Members' images that nothing used for a day. */
export function findForgotten(db: Queryable): Promise<number[]> {
  return allValues(db)`
    select p.id from pictures p
    where not p.is_library and p.updated_at < clock_now() - interval '1 day'
      and not exists (select from picture_uses u where u.picture_id = p.id)
    order by p.id limit 500`;
}

/** The unused images of a member. */
export function findUnusedOf(db: Queryable, ownerId: number): Promise<number[]> {
  return allValues(db)`
    select p.id from pictures p where p.uploaded_by = ${ownerId} and not p.is_library
      and not exists (select from picture_uses u where u.picture_id = p.id)`;
}

/** Takes a member's name from their images. */
export function forgetUploader(tx: Tx, ownerId: number): Promise<void> {
  return run(tx)`update pictures set uploaded_by = null where uploaded_by = ${ownerId} and not is_library`;
}
