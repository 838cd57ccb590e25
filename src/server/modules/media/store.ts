import { sql, type RawBuilder } from "kysely";
import type {
  FocalPoint,
  PictureRefusal,
  PictureFilter,
  PictureListQuery,
  PictureStatus,
  PictureUse,
} from "#contract/media.ts";
import { accountsTables } from "#server/modules/accounts/tables.ts";
import { integer } from "#server/platform/db/columns.ts";
import type { Queryable, Tx, Database } from "#server/platform/db/database.ts";
import type { ListSource } from "#server/platform/db/list.ts";
import { wordPatterns } from "#server/platform/db/paging.ts";
import {
  allRows,
  allValues,
  firstRow,
  firstValue,
  onlyValue,
  mapRows,
  onlyRow,
  run,
} from "#server/platform/db/rows.ts";
import { pictureColumns, type PictureRow } from "./columns.ts";
import type { Poster } from "#contract/events/events.ts";

/** An image as staff see it. */
export interface LibraryRow extends PictureRow {
  uses: number;
  uploadedBy: string | null;
}

const libraryColumns = sql<LibraryRow>`${pictureColumns},
  (select count(*)::integer from picture_uses u where u.picture_id = p.id) as uses, w.display_name as "uploadedBy"`;
const uploader = sql`left join ${accountsTables.users} w on w.id = p.uploaded_by`;

const filters: Record<PictureFilter, RawBuilder<unknown>> = {
  all: sql`true`,
  ready: sql`p.status = 'ready'`,
  unused: sql`p.status = 'ready' and not exists (select from picture_uses u where u.picture_id = p.id)`,
  no_alt: sql`p.status = 'ready' and p.alt = ''`,
  waiting: sql`p.status in ('uploaded', 'processing')`,
  refused: sql`p.status = 'refused'`,
};

/** The images of the library, newest first. */
export const library: ListSource<PictureListQuery, LibraryRow> = {
  columns: libraryColumns,
  from: sql`pictures p`,
  page: { alias: "p", joins: uploader },
  order: { name: "-id", keys: [{ by: sql`p.id`, type: "bigint" }], descending: true },
  where: sql`p.replaces_id is null and p.is_library`,
  filters: {
    show: (show) => filters[show],
    q: (q) => sql`plain_letters(p.search_text) like all(${wordPatterns(q)}::text[])`,
  },
  // A grid of images shows more than a table.
  pageSize: 30,
};

/** One image. */
export function findOne(db: Queryable, id: number): Promise<LibraryRow | undefined> {
  return firstRow(db)`select ${libraryColumns} from pictures p ${uploader} where p.id = ${id} and p.is_library`;
}

/** The latest file that is to replace an image. */
export function findReplacement(
  db: Queryable,
  id: number,
): Promise<{ id: number; status: PictureStatus; refusal: PictureRefusal | null } | undefined> {
  return firstRow(db)`
    select id, status, refusal from pictures where replaces_id = ${id} order by id desc limit 1`;
}

/** Locks an image before a change. */
export function lockOne(tx: Tx, id: number): Promise<PictureRow | undefined> {
  return firstRow(tx)`
    select ${pictureColumns} from pictures p where p.id = ${id} and p.replaces_id is null and p.is_library for update`;
}

/** Changes an image's alt text and focal point; the card is cropped again if the point moved. */
export function updateAltAndFocal(
  tx: Tx,
  id: number,
  { alt, focal, cutCard }: { alt: string; focal: FocalPoint; cutCard: boolean },
): Promise<PictureRow> {
  return onlyRow(tx)`
    update pictures p set alt = ${alt}, focal_x = ${focal.x}, focal_y = ${focal.y}, card_due = card_due or ${cutCard},
      updated_at = clock_now()
    where id = ${id} returning ${pictureColumns}`;
}

/** Deletes the unused ones of some images, and marks their files for deletion now. */
export async function deleteUnused(tx: Tx, ids: number[]): Promise<{ id: number; fileName: string; alt: string }[]> {
  // Lock first: this waits for anyone who starts using an image at this moment, and sees the use.
  await run(tx)`select from pictures where id = any(${ids}::bigint[]) order by id for update`;
  return allRows(tx)`
    with doomed as (
      select p.id from pictures p
      where p.id = any(${ids}::bigint[]) and p.replaces_id is null and p.is_library
        and not exists (select from picture_uses u where u.picture_id = p.id)
    ), keys as (
      insert into discarded_pictures (key, discard_at)
      select key, clock_now() from pictures where id in (select id from doomed) or replaces_id in (select id from doomed)
    )
    delete from pictures where id in (select id from doomed) returning id, file_name as "fileName", alt`;
}

/** Which of some images exist. */
export function findExisting(db: Queryable, ids: number[]): Promise<number[]> {
  return allValues(db)`
    select id from pictures where id = any(${ids}::bigint[]) and replaces_id is null and is_library order by id`;
}

/** Images by id. */
export function findPictures(db: Queryable, ids: number[]): Promise<PictureRow[]> {
  return allRows(db)`
    select ${pictureColumns} from pictures p where p.id = any(${ids}::bigint[])`;
}

/** Images of the library, locked against deletion until this transaction ends. */
export function lockPictures(tx: Tx, ids: number[]): Promise<PictureRow[]> {
  return allRows(tx)`
    select ${pictureColumns} from pictures p where p.id = any(${ids}::bigint[]) and p.is_library order by p.id for share`;
}

/** Ids of images by the keys in posters. */
export function findPictureIds(db: Queryable, keys: string[]): Promise<Map<string, number>> {
  return mapRows(db)`
    select key, id from pictures where key = any(${keys}::text[]) and replaces_id is null`;
}

/** What uses images: its kind (`event`), its id, and its name. */
export interface PictureUser {
  kind: string;
  id: number | string;
  /** Its name, for showing where an image is used. */
  label: string;
}

/** Sets exactly these images as the ones that something uses. */
export async function setUses(tx: Tx, { kind, id, label }: PictureUser, pictureIds: number[]): Promise<void> {
  const target = String(id);
  await run(tx)`
    delete from picture_uses
    where kind = ${kind} and target_id = ${target} and picture_id <> all(${pictureIds}::bigint[])`;
  await run(tx)`
    insert into picture_uses (picture_id, kind, target_id, label)
    select distinct id, ${kind}, ${target}, ${label.slice(0, 300)} from unnest(${pictureIds}::bigint[]) as id
    on conflict (picture_id, kind, target_id) do update set label = excluded.label`;
}

/** Where an image is used. */
export function findUses(db: Queryable, pictureId: number): Promise<PictureUse[]> {
  return allRows(db)`
    select kind, target_id as "targetId", label from picture_uses where picture_id = ${pictureId}
    order by kind, label, target_id limit 200`;
}

/**
 * Adds an image whose files exist already to the library: the demo's posters. An image with that key stays as it is.
 *
 * @returns its id
 */
export function adoptPicture(tx: Tx, poster: Poster): Promise<number> {
  return onlyValue(tx, integer)`
    insert into pictures (key, status, file_name, alt, width, height, dominant, accent, placeholder)
    values (${poster.key}, 'ready', ${`${poster.key}.jpg`}, ${poster.alt}, ${poster.width}, ${poster.height},
      ${poster.dominant.toLowerCase()}, ${poster.accent.toLowerCase()}, ${poster.placeholder})
    on conflict (key) do update set key = excluded.key returning id`;
}

/** An uploaded file. */
interface NewUpload {
  key: string;
  fileName: string;
  bytes: number;
  sha256: Buffer;
  staffId: number | null;
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
    on conflict (sha256) where status <> 'refused' and replaces_id is null and is_library do nothing returning id`;
}

/** Sets the alt text of an image that has none; one without isn't used by anything. */
export function setMissingAlt(tx: Tx, id: number, alt: string): Promise<void> {
  return run(tx)`update pictures set alt = ${alt}, updated_at = clock_now() where id = ${id} and alt = ''`;
}

/** How far some images are, by id: those that were deleted are left out. */
export function findPictureStatuses(
  db: Queryable,
  ids: number[],
): Promise<{ id: number; status: PictureStatus; refusal: PictureRefusal | null }[]> {
  return allRows(db)`select id, status, refusal from pictures where id = any(${ids}::bigint[])`;
}

/** The image of a file that was uploaded before. */
export function findByContent(tx: Tx, sha256: Buffer): Promise<number | undefined> {
  return firstValue(tx)`
    select id from pictures where sha256 = ${sha256} and status <> 'refused' and replaces_id is null and is_library`;
}

/** Locks a ready image, so that its replacements come one after the other. */
export function lockReady(tx: Tx, id: number): Promise<{ fileName: string } | undefined> {
  return firstRow(tx)`
    select file_name as "fileName" from pictures
    where id = ${id} and status = 'ready' and replaces_id is null and is_library for update`;
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
