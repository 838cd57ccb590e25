import type { EarlierText } from "#contract/community/community.ts";
import type { Comment, CommentQuery, Thread } from "#contract/community/comments.ts";
import { AppError, requireFound, requireVersion } from "#server/platform/app-error.ts";
import { inTransaction, type Queryable, type Tx } from "#server/platform/db/database.ts";
import type { Deps } from "#server/platform/deps.ts";
import { answerOnce } from "#server/platform/http/answer-once.ts";
import type { Principal } from "#server/platform/http/principal.ts";
import type { PreparedReply } from "#server/platform/http/route.ts";
import type { IdempotencyClaim } from "#server/platform/idempotency.ts";
import { notify } from "../notifications/service.ts";
import { isReadable } from "../posts/store.ts";
import { readPage } from "#server/platform/db/keyset.ts";
import { countsOf, holdsOfComment, rightsOf, statusReasonOf, feedTopic, postTopic } from "../rules.ts";
import { announceQueue, holdForReview, settleReview } from "../safety/queue.ts";
import { readHistory } from "../text/history.ts";
import { insertEarlierText } from "../text/history-store.ts";
import { setMentions } from "../text/mentions-store.ts";
import { readHtml } from "../text/stored-html.ts";
import { readViewer, type Viewer } from "../viewer.ts";
import { lockWriter, prepareText, requireAllowedWords, requireTurn } from "../writing.ts";
import * as store from "./store.ts";

const pageSize = 50;

/**
 * A page of a post's comments, each with its first replies; or of the replies to one comment.
 *
 * @throws AppError `not_found`, also for a post that someone may not read
 */
export async function listComments(
  { db }: Deps,
  visitor: Principal | undefined,
  postId: number,
  { parentId, order, cursor }: CommentQuery,
): Promise<{ items: Thread[]; nextCursor: string | null }> {
  const viewer = await readViewer(db, visitor);
  if (!(await isReadable(db, viewer, postId))) throw new AppError("not_found");
  const { rows, nextCursor } = await readPage(store.commentOrders[order], { cursor, size: pageSize }, (slice) =>
    store.findComments(db, viewer, { postId, parentId }, slice),
  );
  const parents = rows.filter(({ replyCount }) => replyCount > 0).map(({ id }) => id);
  const replies = parents.length === 0 ? [] : await store.findFirstReplies(db, viewer, postId, parents);
  const shown = await showComments(db, viewer, [...rows, ...replies]);
  const items = shown.slice(0, rows.length).map((comment) => ({
    ...comment,
    replies: shown.slice(rows.length).filter((reply) => reply.parentId === comment.id),
  }));
  return { items, nextCursor };
}

async function showComments(db: Queryable, viewer: Viewer, rows: store.CommentRow[]): Promise<Comment[]> {
  const html = await readHtml(
    db,
    "comment",
    rows.filter(({ isReadable: can }) => can),
  );
  return rows.map((row) => toComment(row, viewer, html.get(row.id)));
}

function toComment(row: store.CommentRow, viewer: Viewer, html: string | undefined): Comment {
  const isGone = html === undefined;
  const rights = rightsOf(viewer, isGone ? { authorId: null, status: "deleted" } : row);
  const status = row.status === "deleted" ? "hidden" : row.status;
  return {
    id: row.id,
    postId: row.postId,
    parentId: row.parentId,
    at: row.at.toISOString(),
    author: isGone ? null : row.author,
    html: html ?? null,
    text: rights.isAuthor ? row.text : null,
    status,
    statusReason: rights.isAuthor ? statusReasonOf(status, row.hiddenReason, row.holds ?? []) : null,
    editedAt: isGone ? null : (row.editedAt?.toISOString() ?? null),
    version: row.version,
    reactions: isGone ? [] : countsOf(row.counts),
    replyCount: row.replyCount,
    you: { ...rights, reaction: row.reaction },
  };
}

/** One comment. @throws AppError `not_found`, also for what someone may not read */
export async function getComment({ db }: Deps, visitor: Principal | undefined, id: number): Promise<Comment> {
  return readComment(db, await readViewer(db, visitor), id);
}

async function readComment(db: Queryable, viewer: Viewer, id: number): Promise<Comment> {
  const row = requireFound(await store.findComment(db, viewer, id));
  // Moderators may read it from the queue even if it isn't in the list.
  return (await showComments(db, viewer, [{ ...row, isReadable: true }]))[0]!;
}

interface NewComment {
  author: Principal;
  postId: number;
  draft: { text: string; parentId: number | null };
  idempotency: IdempotencyClaim;
}

/**
 * Comments on a published post or replies to a comment on it, once per Idempotency-Key. One with a banned word is held.
 *
 * @throws AppError `not_found` | `community_muted` | `post_refused` | `too_many_requests`
 */
export function createComment(deps: Deps, { author, postId, draft, idempotency }: NewComment): Promise<PreparedReply> {
  return inTransaction(deps.db, async (tx) => {
    const writer = await lockWriter(tx, author);
    return answerOnce(tx, idempotency, async () => {
      await requireTurn(deps, tx, writer, "comment");
      const { parentId } = draft;
      const answered = requireFound(await store.findAnswered(tx, writer, { postId, parentId }));
      const { text, html, mentioned, bannedWords } = await prepareText(tx, writer, draft.text);
      const holds = holdsOfComment({ isStaff: writer.isModerator, hasBannedWord: bannedWords.length > 0 });
      const isHeld = holds.length > 0;
      const row = { postId, parentId, authorId: writer.id, text, html, isHeld };
      const id = await store.insertComment(tx, row);
      await setMentions(tx, { commentId: id }, mentioned);
      if (isHeld) await holdForReview(deps, tx, { kind: "comment", id, authorId: writer.id, holds });
      else await announceComment(deps, tx, { id, postId, parentId, authorId: writer.id, mentioned, ...answered });
      return readComment(tx, writer, id);
    });
  });
}

/** A comment that is published now, and whom it concerns. */
export interface PublishedComment {
  id: number;
  postId: number;
  parentId: number | null;
  authorId: number | null;
  mentioned: number[];
  postAuthorId: number | null;
  parentAuthorId: number | null;
}

/** Counts a comment that is published now, tells open pages, and notifies each person whom it concerns once. */
export async function announceComment(deps: Deps, tx: Tx, comment: PublishedComment): Promise<void> {
  const { id, postId, parentId, authorId, mentioned, postAuthorId, parentAuthorId } = comment;
  await countComment(deps, tx, { postId, parentId }, 1);
  await deps.realtime.publish(tx, postTopic(postId), "comment", { id, parentId });
  const concerned = new Map<number, "mention" | "reply" | "comment">();
  if (postAuthorId !== null) concerned.set(postAuthorId, "comment");
  if (parentAuthorId !== null) concerned.set(parentAuthorId, "reply");
  for (const userId of mentioned) concerned.set(userId, "mention");
  const about = { actorId: authorId, postId, commentId: id };
  await notify(
    deps,
    tx,
    Array.from(concerned, ([userId, kind]) => ({ userId, kind, ...about })),
  );
}

/** Counts a comment that is published now, or isn't anymore, and tells open pages the post's counts. */
export async function countComment(
  { realtime }: Deps,
  tx: Tx,
  { postId, parentId }: { postId: number; parentId: number | null },
  step: 1 | -1,
): Promise<void> {
  const { counts, commentCount } = await store.addToCounts(tx, { postId, parentId }, step);
  await realtime.publish(tx, feedTopic, "counts", { id: postId, reactions: countsOf(counts), commentCount });
}

/**
 * Saves an edit of one's own comment; what it said before stays in its history.
 *
 * @throws AppError `not_found`, also for comments of others | `not_allowed` for a hidden one | `community_muted` |
 *   `post_refused` | `edited_meanwhile`
 */
export function editComment(
  deps: Deps,
  author: Principal,
  id: number,
  { text: typed, version }: { text: string; version: number },
): Promise<Comment> {
  return inTransaction(deps.db, async (tx) => {
    const writer = await lockWriter(tx, author);
    const comment = requireFound(await store.lockComment(tx, writer, id));
    if (comment.authorId !== writer.id) throw new AppError("not_found");
    if (comment.status === "hidden") throw new AppError("not_allowed");
    requireVersion(comment, version);
    const prepared = await prepareText(tx, writer, typed);
    requireAllowedWords(writer, prepared, comment);
    const { text, html, mentioned } = prepared;
    await insertEarlierText(tx, { commentId: id }, { at: comment.writtenAt, text: comment.text });
    await store.updateComment(tx, { id, text, html });
    const added = await setMentions(tx, { commentId: id }, mentioned);
    if (comment.status === "published") {
      await deps.realtime.publish(tx, postTopic(comment.postId), "comment_changed", { id });
      const about = { actorId: writer.id, postId: comment.postId, commentId: id };
      await notify(
        deps,
        tx,
        added.map((userId) => ({ userId, kind: "mention", ...about })),
      );
    }
    return readComment(tx, writer, id);
  });
}

/** Deletes one's own comment; replies to it stay. @throws AppError `not_found`, also for comments of others */
export async function deleteComment(deps: Deps, author: Principal, id: number): Promise<void> {
  await inTransaction(deps.db, async (tx) => {
    const viewer = await readViewer(tx, author);
    const comment = requireFound(await store.lockComment(tx, viewer, id));
    if (comment.authorId !== viewer.id) throw new AppError("not_found");
    await store.emptyComment(tx, id);
    if (comment.status === "published") await countComment(deps, tx, comment, -1);
    await deps.realtime.publish(tx, postTopic(comment.postId), "comment_removed", { id });
    await settleReview(deps, tx, { kind: "comment", id }, { decision: "removed", moderatorId: null });
    await announceQueue(deps, tx);
  });
}

/** The earlier texts of a comment. @throws AppError `not_found`, also for what someone may not read */
export async function getCommentHistory(
  { db }: Deps,
  visitor: Principal,
  id: number,
): Promise<{ items: EarlierText[] }> {
  const viewer = await readViewer(db, visitor);
  requireFound(await store.findComment(db, viewer, id));
  return readHistory(db, viewer, { commentId: id });
}
