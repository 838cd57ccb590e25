import { sql, type RawBuilder } from "kysely";
import type { FocalPoint, PictureRefusal, PictureFilter, PictureListQuery, PictureStatus } from "#contract/media.ts";
import { accountsTables } from "#server/modules/accounts/tables.ts";
import type { Queryable, Tx } from "#server/platform/db/database.ts";
import type { ListSource } from "#server/platform/db/list.ts";
import { wordPatterns } from "#server/platform/db/paging.ts";
import { pictureColumns, type PictureRow } from "../columns.ts";

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
  where: sql`p.replaces_id is null`,
  filters: {
    show: (show) => filters[show],
    q: (q) => sql`p.search_text like all(${wordPatterns(q)}::text[])`,
  },
  // A grid of images shows more than a table.
  pageSize: 30,
};

/** One image. */
export async function findOne(db: Queryable, id: number): Promise<LibraryRow | undefined> {
  const { rows } =
    await sql<LibraryRow>`select ${libraryColumns} from pictures p ${uploader} where p.id = ${id}`.execute(db);
  return rows[0];
}

/** The latest file that is to replace an image. */
export async function findReplacement(
  db: Queryable,
  id: number,
): Promise<{ id: number; status: PictureStatus; refusal: PictureRefusal | null } | undefined> {
  const { rows } = await sql<{ id: number; status: PictureStatus; refusal: PictureRefusal | null }>`
    select id, status, refusal from pictures where replaces_id = ${id} order by id desc limit 1`.execute(db);
  return rows[0];
}

/** Locks an image before a change. */
export async function lockOne(tx: Tx, id: number): Promise<PictureRow | undefined> {
  const { rows } = await sql<PictureRow>`
    select ${pictureColumns} from pictures p where p.id = ${id} and p.replaces_id is null for update`.execute(tx);
  return rows[0];
}

/** Changes an image's alt text and focal point; the card is cropped again if the point moved. */
export async function updateAltAndFocal(
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

/** Deletes the unused ones of some images, and marks their files for deletion now. */
export async function deleteUnused(tx: Tx, ids: number[]): Promise<{ id: number; fileName: string; alt: string }[]> {
  // Lock first: this waits for anyone who starts using an image at this moment, and sees the use.
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

/** Which of some images exist. */
export async function findExisting(db: Queryable, ids: number[]): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select id from pictures where id = any(${ids}::bigint[]) and replaces_id is null order by id`.execute(db);
  return rows.map(({ id }) => id);
}
