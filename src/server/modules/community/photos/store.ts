import { sql } from "kysely";
import type { WallPhoto } from "#contract/community/people.ts";
import { eventsTables } from "#server/modules/events/tables.ts";
import { ticketsTables } from "#server/modules/tickets/tables.ts";
import type { PersonCard, PostEvent } from "#contract/community/community.ts";
import { integer } from "#server/platform/db/columns.ts";
import type { Queryable, Tx } from "#server/platform/db/database.ts";
import { inOrder, isAfter, sortKeyOf, type Keyed, type ListOrder, type Slice } from "#server/platform/db/keyset.ts";
import { allRows, firstRow, onlyValue, run } from "#server/platform/db/rows.ts";
import type { Stored } from "#server/platform/shown.ts";
import { authorOf, isInFeed, mayRead, personCard } from "../columns.ts";
import type { Viewer } from "../viewer.ts";

/** A public event, whether it has begun, and whether someone has a valid ticket of it. */
export function findWallEvent(
  db: Queryable,
  eventId: number,
  userId: number | null,
): Promise<(Stored<PostEvent> & { hasBegun: boolean; hasTicket: boolean }) | undefined> {
  return firstRow(db)`
    select e.id, e.title, e.slug, e.starts_at as "startsAt", e.time_zone as "timeZone",
      e.starts_at <= clock_now() as "hasBegun", exists (
        select from ${ticketsTables.tickets} t
        where t.event_id = e.id and t.owner_id = ${userId}::bigint and t.status = 'valid') as "hasTicket"
    from ${eventsTables.events} e where e.id = ${eventId} and e.visibility = 'published'`;
}

/** The newest photo first. */
export const newestPhotos: ListOrder = { name: "-id", keys: [{ by: sql`i.id`, type: "bigint" }], descending: true };

type WallRow = Omit<Stored<WallPhoto>, "poster" | "author"> & { pictureId: number; author: PersonCard | null };

/** A page of an event's wall. */
export function findWall(db: Queryable, viewer: Viewer, eventId: number, slice: Slice): Promise<Keyed<WallRow>[]> {
  return allRows(db)`
    select i.id, i.picture_id as "pictureId", i.post_id as "postId", p.published_at as at, ${personCard("a")} as author,
      ${sortKeyOf(slice)} as "sortKey"
    from post_images i join posts p on p.id = i.post_id ${authorOf("p")}
    where i.wall_event_id = ${eventId} and i.hidden_at is null and ${isInFeed(viewer, "p")} and ${isAfter(slice)}
    ${inOrder(slice)}`;
}

/** How many photos a wall has, and how many of someone wait for approval. */
export async function countWall(
  db: Queryable,
  viewer: Viewer,
  eventId: number,
): Promise<{ count: number; waiting: number }> {
  return (await firstRow(db)<{ count: number; waiting: number }>`
    select count(*) filter (where ${isInFeed(viewer, "p")})::integer as count,
      count(*) filter (where p.status = 'held' and p.author_id = ${viewer.id}::bigint)::integer as waiting
    from post_images i join posts p on p.id = i.post_id where i.wall_event_id = ${eventId} and i.hidden_at is null`)!;
}

/** One image of a post. */
interface PhotoRow {
  postId: number;
  pictureId: number;
  authorId: number | null;
  isHidden: boolean;
  hiddenReason: string | null;
}

/** An image of a post that someone may read, locked with the post. */
export function lockPhoto(tx: Tx, viewer: Viewer, id: number): Promise<PhotoRow | undefined> {
  return firstRow(tx)`
    select i.post_id as "postId", i.picture_id as "pictureId", p.author_id as "authorId",
      i.hidden_at is not null as "isHidden", i.hidden_reason as "hiddenReason"
    from post_images i join posts p on p.id = i.post_id where i.id = ${id} and ${mayRead(viewer, "p")} for update`;
}

/** Hides or shows one image of a post. */
export function setPhotoHidden(tx: Tx, id: number, reason: string | null): Promise<void> {
  return run(tx)`
    update post_images set hidden_at = case when ${reason}::text is not null then clock_now() end, hidden_reason = ${reason}
    where id = ${id}`;
}

/** Takes an image out of its post. */
export function removePhoto(tx: Tx, id: number): Promise<void> {
  return run(tx)`delete from post_images where id = ${id}`;
}

/** Counts again how many images a post shows. @returns how many */
export function recountImages(tx: Tx, postId: number): Promise<number> {
  return onlyValue(tx, integer)`
    update posts p set image_count = (select count(*) from post_images i where i.post_id = p.id and i.hidden_at is null)
    where p.id = ${postId} returning image_count`;
}
