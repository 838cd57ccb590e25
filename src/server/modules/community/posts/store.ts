import { sql } from "kysely";
import type { Post, PostStatus } from "#contract/community/community.ts";
import { eventsTables } from "#server/modules/events/tables.ts";
import { integer } from "#server/platform/db/columns.ts";
import type { Queryable, Tx } from "#server/platform/db/database.ts";
import { allRows, allValues, firstRow, firstValue, hasRows, run } from "#server/platform/db/rows.ts";
import { mayRead } from "../columns.ts";
import { rendererVersion } from "../text/render.ts";
import type { Viewer } from "../viewer.ts";
import { postColumns, postJoins, type PostRow } from "./columns.ts";

/** One post, if someone may read it. */
export function findPost(db: Queryable, viewer: Viewer, id: number): Promise<PostRow | undefined> {
  return firstRow(db)`
    select ${postColumns(viewer)} from posts p ${postJoins} where p.id = ${id} and ${mayRead(viewer, "p")}`;
}

/** True if someone may read a post. */
export function isReadable(db: Queryable, viewer: Viewer, id: number): Promise<boolean> {
  return hasRows(db)`select from posts p where p.id = ${id} and ${mayRead(viewer, "p")}`;
}

/** A post's own row, as changes need it. */
export interface LockedPost {
  id: number;
  kind: Post["kind"];
  authorId: number | null;
  eventId: number | null;
  text: string;
  status: PostStatus | "deleted";
  hiddenReason: string | null;
  version: number;
  imageCount: number;
  isPinned: boolean;
  /** When its current text was written. */
  writtenAt: Date;
}

/** Locks a post that someone may read, until the transaction ends. */
export function lockPost(tx: Tx, viewer: Viewer, id: number): Promise<LockedPost | undefined> {
  return firstRow(tx)`
    select p.id, p.kind, p.author_id as "authorId", p.event_id as "eventId", p.text, p.status,
      p.hidden_reason as "hiddenReason", p.version, p.image_count as "imageCount", p.pinned_at is not null as "isPinned",
      coalesce(p.edited_at, p.created_at) as "writtenAt"
    from posts p where p.id = ${id} and ${mayRead(viewer, "p")} for update`;
}

/** What a post is made of. */
export interface NewPostRow {
  kind: Post["kind"];
  authorId: number | null;
  eventId: number | null;
  text: string;
  html: string;
  isHeld: boolean;
  imageCount: number;
}

/** Where event `e` is in time now; null without one. */
export const phaseOf = sql`
  case when e.id is null then null when e.starts_at > clock_now() then 'before'
    when e.ends_at > clock_now() then 'during' else 'after' end`;

/** Stores a post. @returns its id; undefined if its event isn't public, or the site's post about it is there already */
export function insertPost(tx: Tx, post: NewPostRow): Promise<number | undefined> {
  return firstValue(tx, integer)`
    insert into posts (kind, author_id, event_id, phase, text, html, html_version, status, published_at, image_count)
    select ${post.kind}, ${post.authorId}::bigint, e.id, ${phaseOf}, ${post.text}, ${post.html}, ${rendererVersion},
      ${post.isHeld ? "held" : "published"}, case when not ${post.isHeld}::boolean then clock_now() end, ${post.imageCount}
    from (select) one left join ${eventsTables.events} e
      on e.id = ${post.eventId}::bigint and e.visibility = 'published'
    where ${post.eventId}::bigint is null or e.id is not null
    on conflict do nothing returning id`;
}

/** Sets a post's images: those of a wall name its event. */
export async function setImages(
  tx: Tx,
  { postId, wallEventId }: { postId: number; wallEventId: number | null },
  pictureIds: number[],
): Promise<void> {
  await run(tx)`
    delete from post_images
    where post_id = ${postId} and hidden_at is null and picture_id <> all(${pictureIds}::bigint[])`;
  await run(tx)`
    insert into post_images as i (post_id, picture_id, place, wall_event_id)
    select ${postId}, id, place, ${wallEventId}::bigint
    from unnest(${pictureIds}::bigint[]) with ordinality as given (id, place)
    on conflict (post_id, picture_id) do update set place = excluded.place`;
}

/** The pictures of a post, hidden ones too. */
export function findPictureIds(
  db: Queryable,
  postId: number,
): Promise<{ id: number; pictureId: number; isHidden: boolean }[]> {
  return allRows(db)`
    select id, picture_id as "pictureId", hidden_at is not null as "isHidden" from post_images where post_id = ${postId}
    order by place`;
}

/** Writes an edit, after `insertEarlierText`. */
export function updatePost(
  tx: Tx,
  { id, text, html, imageCount }: { id: number; text: string; html: string; imageCount: number },
): Promise<void> {
  return run(tx)`
    update posts set text = ${text}, html = ${html}, html_version = ${rendererVersion}, image_count = ${imageCount},
      edited_at = clock_now(), version = version + 1
    where id = ${id}`;
}

/** Deletes a post: its row stays for what refers to it, without its text. */
export async function emptyPost(tx: Tx, id: number): Promise<void> {
  await run(tx)`
    update posts set status = 'deleted', text = '', html = '', hidden_reason = null, pinned_at = null, image_count = 0
    where id = ${id}`;
  await run(tx)`delete from post_images where post_id = ${id}`;
  await run(tx)`delete from earlier_texts where post_id = ${id}`;
  await run(tx)`delete from post_mentions where post_id = ${id}`;
}

/** Changes what a post's status is. One that is published the first time gets its place in the feed now. */
export function setStatus(
  tx: Tx,
  id: number,
  { status, reason }: { status: PostStatus; reason: string | null },
): Promise<void> {
  return run(tx)`
    update posts set status = ${status}, hidden_reason = ${reason},
      position = case when ${status} = 'published' and published_at is null then nextval('post_positions') else position end,
      published_at = case when ${status} = 'published' then coalesce(published_at, clock_now())
        when ${status} = 'held' then null else published_at end,
      pinned_at = case when ${status} = 'published' then pinned_at end
    where id = ${id}`;
}

/** Pins a post, or unpins it. */
export function setPinned(tx: Tx, id: number, isPinned: boolean): Promise<void> {
  return run(tx)`
    update posts set pinned_at = case when ${isPinned}::boolean then coalesce(pinned_at, clock_now()) end where id = ${id}`;
}

/** Locks the pins of a topic, so that no more than some are set at once. @returns the pinned posts */
export async function lockPinned(tx: Tx, eventId: number | null): Promise<number[]> {
  await run(tx)`select pg_advisory_xact_lock(hashtextextended('pinned posts', ${eventId ?? 0}))`;
  return allValues(tx)`
    select id from posts where pinned_at is not null and event_id is not distinct from ${eventId}::bigint`;
}

/** Whose a post is, and what it is about. */
export function findPlace(
  db: Queryable,
  id: number,
): Promise<{ authorId: number | null; eventId: number | null; imageCount: number } | undefined> {
  return firstRow(db)`
    select author_id as "authorId", event_id as "eventId", image_count as "imageCount" from posts where id = ${id}`;
}
