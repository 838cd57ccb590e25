import { sql } from "kysely";
import type { ReactionKind } from "#contract/chat/chat.ts";
import type { HoldReason } from "#contract/community/safety.ts";
import type { PersonCard, PostStatus } from "#contract/community/community.ts";
import { integer } from "#server/platform/db/columns.ts";
import type { Queryable, Tx } from "#server/platform/db/database.ts";
import { inOrder, isAfter, sortKeyOf, type Keyed, type ListOrder, type Slice } from "#server/platform/db/keyset.ts";
import { allRows, firstRow, onlyValue, run } from "#server/platform/db/rows.ts";
import { authorOf, mayAnswer, mayRead, personCard } from "../columns.ts";
import { rendererVersion } from "../text/render.ts";
import type { Viewer } from "../viewer.ts";

/** A comment as stored, seen by someone. */
export interface CommentRow {
  id: number;
  postId: number;
  parentId: number | null;
  at: Date;
  authorId: number | null;
  author: PersonCard | null;
  text: string;
  html: string;
  htmlVersion: number;
  status: PostStatus | "deleted";
  hiddenReason: string | null;
  holds: HoldReason[] | null;
  editedAt: Date | null;
  version: number;
  counts: Partial<Record<ReactionKind, number>>;
  replyCount: number;
  reaction: ReactionKind | null;
  /** False if it only holds its replies together. */
  isReadable: boolean;
}

const commentColumns = (viewer: Viewer) => sql`
  c.id, c.post_id as "postId", c.parent_id as "parentId", c.created_at as at, c.author_id as "authorId",
  ${personCard("a")} as author, c.text, c.html, c.html_version as "htmlVersion", c.status, c.hidden_reason as "hiddenReason",
  c.edited_at as "editedAt", c.version, c.reactions as counts, c.reply_count as "replyCount",
  (c.status = 'published' or ${viewer.id}::bigint is not distinct from c.author_id) and ${mayRead(viewer, "c")} as "isReadable",
  case when c.status = 'held' then (select v.holds from review_items v
    where v.kind = 'comment' and v.target_id = c.id and v.decided_at is null) end as holds,
  (select r.kind from comment_reactions r where r.comment_id = c.id and r.user_id = ${viewer.id}::bigint) as reaction`;
const author = authorOf("c");

/** What a list of comments shows: what is published, one's own, and what holds replies together. */
const isListed = (viewer: Viewer) => sql`
  (c.reply_count > 0 or (c.status = 'published' or c.author_id = ${viewer.id}::bigint) and ${mayRead(viewer, "c")})`;

/** The orders of a post's comments. */
export const commentOrders: Record<"oldest" | "newest", ListOrder> = {
  oldest: { name: "id", keys: [{ by: sql`c.id`, type: "bigint" }], descending: false },
  newest: { name: "-id", keys: [{ by: sql`c.id`, type: "bigint" }], descending: true },
};

/** A page of the comments on a post, or of the replies to one of them. */
export function findComments(
  db: Queryable,
  viewer: Viewer,
  { postId, parentId }: { postId: number; parentId: number | undefined },
  slice: Slice,
): Promise<Keyed<CommentRow>[]> {
  const where = parentId === undefined ? sql`c.parent_id is null` : sql`c.parent_id = ${parentId}`;
  return allRows(db)`
    select ${commentColumns(viewer)}, page."sortKey" from (
      select c.id, ${sortKeyOf(slice)} as "sortKey" from comments c
      where c.post_id = ${postId} and ${where} and ${isListed(viewer)} and ${isAfter(slice)} ${inOrder(slice)}) page
    join comments c on c.id = page.id ${author} ${inOrder(slice)}`;
}

/** The first replies to some comments of a post, by comment and in order. */
export function findFirstReplies(
  db: Queryable,
  viewer: Viewer,
  postId: number,
  parentIds: number[],
): Promise<CommentRow[]> {
  return allRows(db)`
    select ${commentColumns(viewer)} from unnest(${parentIds}::bigint[]) parent (id) cross join lateral (
      select c.id from comments c
      where c.post_id = ${postId} and c.parent_id = parent.id and ${isListed(viewer)} order by c.id limit 3) reply
    join comments c on c.id = reply.id ${author} order by c.id`;
}

/** One comment, if someone may read it and its post. */
export function findComment(db: Queryable, viewer: Viewer, id: number): Promise<CommentRow | undefined> {
  return firstRow(db)`
    select ${commentColumns(viewer)} from comments c join posts p on p.id = c.post_id ${author}
    where c.id = ${id} and ${mayRead(viewer, "c")} and ${mayRead(viewer, "p")}`;
}

/** A comment's own row, as changes need it. */
export interface LockedComment {
  id: number;
  postId: number;
  parentId: number | null;
  authorId: number | null;
  text: string;
  status: PostStatus | "deleted";
  hiddenReason: string | null;
  version: number;
  /** When its current text was written. */
  writtenAt: Date;
}

/** Locks a comment that someone may read, until the transaction ends. */
export function lockComment(tx: Tx, viewer: Viewer, id: number): Promise<LockedComment | undefined> {
  return firstRow(tx)`
    select c.id, c.post_id as "postId", c.parent_id as "parentId", c.author_id as "authorId", c.text, c.status,
      c.hidden_reason as "hiddenReason", c.version, coalesce(c.edited_at, c.created_at) as "writtenAt"
    from comments c join posts p on p.id = c.post_id
    where c.id = ${id} and ${mayRead(viewer, "c")} and ${mayRead(viewer, "p")} for update of c`;
}

/** A published post and, for a reply, a published comment on it, that someone may read: who wrote them. */
export function findAnswered(
  tx: Tx,
  viewer: Viewer,
  { postId, parentId }: { postId: number; parentId: number | null },
): Promise<{ postAuthorId: number | null; parentAuthorId: number | null } | undefined> {
  return firstRow(tx)`
    select p.author_id as "postAuthorId", c.author_id as "parentAuthorId"
    from posts p left join comments c on c.id = ${parentId}::bigint and c.post_id = p.id and c.parent_id is null
      and ${mayAnswer(viewer, "c")}
    where p.id = ${postId} and ${mayAnswer(viewer, "p")}
      and (${parentId}::bigint is null or c.id is not null)`;
}

/** What a comment is made of. */
export interface NewCommentRow {
  postId: number;
  parentId: number | null;
  authorId: number;
  text: string;
  html: string;
  isHeld: boolean;
}

/** Stores a comment. @returns its id */
export function insertComment(tx: Tx, comment: NewCommentRow): Promise<number> {
  return onlyValue(tx, integer)`
    insert into comments (post_id, parent_id, author_id, text, html, html_version, status)
    values (${comment.postId}, ${comment.parentId}::bigint, ${comment.authorId}, ${comment.text}, ${comment.html},
      ${rendererVersion}, ${comment.isHeld ? "held" : "published"}) returning id`;
}

/** Adds to the number of published comments of a post, and of replies to one of them. @returns the post's counts */
export async function addToCounts(
  tx: Tx,
  { postId, parentId }: { postId: number; parentId: number | null },
  step: 1 | -1,
): Promise<{ counts: CommentRow["counts"]; commentCount: number }> {
  if (parentId !== null) await run(tx)`update comments set reply_count = reply_count + ${step} where id = ${parentId}`;
  return (await firstRow(tx)<{ counts: CommentRow["counts"]; commentCount: number }>`
    update posts set comment_count = comment_count + ${step} where id = ${postId}
    returning reactions as counts, comment_count as "commentCount"`)!;
}

/** Writes an edit. */
export function updateComment(tx: Tx, { id, text, html }: { id: number; text: string; html: string }): Promise<void> {
  return run(tx)`
    update comments set text = ${text}, html = ${html}, html_version = ${rendererVersion}, edited_at = clock_now(),
      version = version + 1
    where id = ${id}`;
}

/** Changes what a comment's status is. */
export function setStatus(
  tx: Tx,
  id: number,
  { status, reason }: { status: PostStatus; reason: string | null },
): Promise<void> {
  return run(tx)`update comments set status = ${status}, hidden_reason = ${reason} where id = ${id}`;
}

/** Deletes a comment: its row stays for its replies, without its text. */
export async function emptyComment(tx: Tx, id: number): Promise<void> {
  await run(tx)`update comments set status = 'deleted', text = '', html = '', hidden_reason = null where id = ${id}`;
  await run(tx)`delete from earlier_texts where comment_id = ${id}`;
  await run(tx)`delete from post_mentions where comment_id = ${id}`;
}

/** What a comment answers, and who wrote that. */
export function findParents(
  db: Queryable,
  id: number,
): Promise<{ parentId: number | null; postAuthorId: number | null; parentAuthorId: number | null } | undefined> {
  return firstRow(db)`
    select c.parent_id as "parentId", p.author_id as "postAuthorId", o.author_id as "parentAuthorId"
    from comments c join posts p on p.id = c.post_id left join comments o on o.id = c.parent_id where c.id = ${id}`;
}
