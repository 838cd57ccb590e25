import type { PictureRefusal } from "#contract/media.ts";
import { text } from "#server/platform/db/columns.ts";
import type { Database, Queryable, Tx } from "#server/platform/db/database.ts";
import { firstRow, firstValue, hasRows, onlyRow, run } from "#server/platform/db/rows.ts";
import { pictureColumns, type PictureRow } from "../columns.ts";
import type { Drawn } from "./draw.ts";

/** An image claimed for drawing. */
export interface Claimed {
  id: number;
  key: string;
  focalX: number;
  focalY: number;
  replacesId: number | null;
  /** Distinguishes this attempt from later ones. */
  attempts: number;
}

/**
 * Claims the image that has waited longest, with a lease long enough to draw it. If its process dies, it is claimed
 * again after the lease expires. Several nodes get different images.
 */
export function claimNext(db: Database, leaseSeconds: number): Promise<Claimed | undefined> {
  return firstRow(db)`
    update pictures p set status = 'processing', attempts = p.attempts + 1,
      leased_until = clock_now() + make_interval(secs => ${leaseSeconds}),
      focal_x = coalesce(o.focal_x, p.focal_x), focal_y = coalesce(o.focal_y, p.focal_y)
    from pictures next left join pictures o on o.id = next.replaces_id
    where p.id = next.id and next.id = (
      select id from pictures
      where (status = 'uploaded' or status = 'processing') and (leased_until is null or leased_until <= clock_now())
      order by id limit 1 for update skip locked)
    returning p.id, p.key, p.focal_x as "focalX", p.focal_y as "focalY", p.replaces_id as "replacesId", p.attempts`;
}

/** Postpones an image to its next attempt; an attempt that failed for another reason does not count. */
export function postpone(
  db: Database,
  { id, attempts }: Claimed,
  { seconds, counts }: { seconds: number; counts: boolean },
): Promise<void> {
  return run(db)`
    update pictures set status = 'uploaded', attempts = ${counts ? attempts : attempts - 1},
      leased_until = clock_now() + make_interval(secs => ${seconds})
    where id = ${id} and status = 'processing' and attempts = ${attempts}`;
}

/** Rejects an image for good. @returns false when this attempt no longer owns it */
export function markRefused(db: Database, { id, attempts }: Claimed, refusal: PictureRefusal): Promise<boolean> {
  return hasRows(db)`
    update pictures set status = 'refused', refusal = ${refusal}, leased_until = null, updated_at = clock_now()
    where id = ${id} and status = 'processing' and attempts = ${attempts} returning id`;
}

/** Marks a drawn image as ready. @returns false when this attempt no longer owns it, or it is deleted */
export function markReady(tx: Tx, { id, attempts }: Claimed, drawn: Drawn): Promise<boolean> {
  return hasRows(tx)`
    update pictures set status = 'ready', width = ${drawn.width}, height = ${drawn.height}, dominant = ${drawn.dominant},
      accent = ${drawn.accent}, placeholder = ${drawn.placeholder}, leased_until = null, updated_at = clock_now()
    where id = ${id} and status = 'processing' and attempts = ${attempts} returning id`;
}

/**
 * Replaces an image with the one drawn for `claimed`, and deletes the temporary row. The old files stay for a day: open
 * pages still request them.
 *
 * @returns the old key and the new image
 */
export async function swapIn(
  tx: Tx,
  claimed: Claimed,
): Promise<{ formerKey: string; picture: PictureRow } | undefined> {
  const formerKey = await firstValue(tx, text)`
    select key from pictures where id = ${claimed.replacesId} for update`;
  if (formerKey === undefined) return undefined;
  const now = await onlyRow(tx)<Record<string, unknown>>`
    delete from pictures where id = ${claimed.id}
    returning key, file_name, bytes, sha256, width, height, dominant, accent, placeholder, focal_x, focal_y`;
  await run(tx)`insert into discarded_pictures (key, discard_at) values (${formerKey}, clock_now() + interval '1 day')`;
  const picture = await onlyRow(tx)<PictureRow>`
    update pictures p set key = ${now.key}, file_name = ${now.file_name}, bytes = ${now.bytes}, width = ${now.width},
      height = ${now.height}, dominant = ${now.dominant}, accent = ${now.accent}, placeholder = ${now.placeholder},
      sha256 = case when exists (
        select from pictures s where s.sha256 = ${now.sha256}::bytea and s.id <> p.id and s.status <> 'refused'
          and s.replaces_id is null and s.is_library) then null else ${now.sha256}::bytea end,
      card_due = (p.focal_x, p.focal_y) is distinct from (${now.focal_x}::real, ${now.focal_y}::real),
      updated_at = clock_now()
    where id = ${claimed.replacesId} returning ${pictureColumns}`;
  return { formerKey, picture };
}

/** An image whose card has to be cropped again, and the point that it keeps. */
type DueCard = Pick<Claimed, "id" | "key" | "focalX" | "focalY">;

/** The one whose card has been due longest. */
export function findCardDue(db: Queryable): Promise<DueCard | undefined> {
  return firstRow(db)`
    select id, key, focal_x as "focalX", focal_y as "focalY" from pictures
    where card_due and status = 'ready' order by updated_at limit 1`;
}

/** Marks a card as done; if the focal point moved meanwhile, it is due again. */
export function markCardCut(db: Database, { id, key, focalX, focalY }: DueCard): Promise<void> {
  return run(db)`
    update pictures set card_due = (focal_x, focal_y) is distinct from (${focalX}::real, ${focalY}::real)
    where id = ${id} and key = ${key}`;
}
