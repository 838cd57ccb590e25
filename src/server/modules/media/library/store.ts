import { sql, type RawBuilder } from "kysely";
import type { FocalPoint, PictureFault, PictureFilter, PictureListQuery, PictureState } from "#contract/media.ts";
import { plannedByValues, type Queryable, type Tx } from "#server/platform/db/database.ts";
import {
  inOrder,
  isAfter,
  sliceOf,
  sortKeyOf,
  toPage,
  type Keyed,
  type ListOrder,
  type PageOfRows,
} from "#server/platform/db/keyset.ts";
import { countUpTo, wordPatterns } from "#server/platform/db/paging.ts";
import { pictureColumns, type PictureRow } from "../columns.ts";

/** A picture as staff see it. */
export interface LibraryRow extends PictureRow {
  uses: number;
  uploadedBy: string | null;
}

const libraryColumns = sql`${pictureColumns},
  (select count(*)::integer from picture_uses u where u.picture_id = p.id) as uses, w.display_name as "uploadedBy"`;
const withUploader = sql`pictures p left join users w on w.id = p.uploaded_by`;

const filters: Record<PictureFilter, RawBuilder<unknown>> = {
  all: sql`true`,
  ready: sql`p.state = 'ready'`,
  unused: sql`p.state = 'ready' and not exists (select from picture_uses u where u.picture_id = p.id)`,
  no_alt: sql`p.state = 'ready' and p.alt = ''`,
  waiting: sql`p.state in ('uploaded', 'processing')`,
  refused: sql`p.state = 'refused'`,
};

const fits = ({ q, show }: PictureListQuery) => sql`
  p.replaces_id is null and ${filters[show]} and p.search_text like all(${wordPatterns(q)}::text[])`;

const newestFirst: ListOrder = { name: "-id", keys: [{ by: sql`p.id`, type: "bigint" }], descending: true };
/** A wall of pictures shows more than a table. */
const pageSize = 30;

/** One page of the pictures that fit, newest first. */
export async function findLibrary(db: Queryable, query: PictureListQuery): Promise<PageOfRows<LibraryRow>> {
  const slice = sliceOf(query, newestFirst, pageSize);
  const filter = fits(query);
  const { rows } = await sql<Keyed<LibraryRow>>`
    ${plannedByValues} select ${libraryColumns}, ${sortKeyOf(slice)} as "sortKey" from ${withUploader}
    where ${filter} and ${isAfter(slice)} ${inOrder(slice)}`.execute(db);
  return toPage(rows, slice, await countUpTo(db, sql`pictures p`, filter));
}

/** One picture. */
export async function findOne(db: Queryable, id: number): Promise<LibraryRow | undefined> {
  const { rows } = await sql<LibraryRow>`select ${libraryColumns} from ${withUploader} where p.id = ${id}`.execute(db);
  return rows[0];
}

/** The latest file that is to take a picture's place. */
export async function findReplacement(
  db: Queryable,
  id: number,
): Promise<{ id: number; state: PictureState; fault: PictureFault | null } | undefined> {
  const { rows } = await sql<{ id: number; state: PictureState; fault: PictureFault | null }>`
    select id, state, fault from pictures where replaces_id = ${id} order by id desc limit 1`.execute(db);
  return rows[0];
}

/** Locks a picture for whoever is about to change it. */
export async function lockOne(tx: Tx, id: number): Promise<PictureRow | undefined> {
  const { rows } = await sql<PictureRow>`
    select ${pictureColumns} from pictures p where p.id = ${id} and p.replaces_id is null for update`.execute(tx);
  return rows[0];
}

/** Says what a picture shows and which point its crops keep; the card is cut anew where that point moved. */
export async function updateWords(
  tx: Tx,
  id: number,
  { alt, focal, cutCard }: { alt: string; focal: FocalPoint; cutCard: boolean },
): Promise<PictureRow> {
  const { rows } = await sql<PictureRow>`
    update pictures p set alt = ${alt}, focal_x = ${focal.x}, focal_y = ${focal.y}, card_due = card_due or ${cutCard},
      updated_at = clock_now()
    where id = ${id} returning ${pictureColumns}`.execute(tx);
  return rows[0]!;
}

/** Deletes those of some pictures that nothing uses, and lets their files go now. */
export async function deleteUnused(tx: Tx, ids: number[]): Promise<{ id: number; fileName: string; alt: string }[]> {
  // The lock first: somebody who takes a picture into use at this moment is waited for, and seen.
  await sql`select from pictures where id = any(${ids}::bigint[]) order by id for update`.execute(tx);
  const { rows } = await sql<{ id: number; fileName: string; alt: string }>`
    with doomed as (
      select p.id from pictures p
      where p.id = any(${ids}::bigint[]) and p.replaces_id is null
        and not exists (select from picture_uses u where u.picture_id = p.id)
    ), keys as (
      insert into discarded_pictures (key, discard_at)
      select key, clock_now() from pictures where id in (select id from doomed) or replaces_id in (select id from doomed)
    )
    delete from pictures where id in (select id from doomed) returning id, file_name as "fileName", alt`.execute(tx);
  return rows;
}

/** Which of some pictures are there. */
export async function findExisting(db: Queryable, ids: number[]): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select id from pictures where id = any(${ids}::bigint[]) and replaces_id is null order by id`.execute(db);
  return rows.map(({ id }) => id);
}
