import type { z } from "zod";
import type { EarlierText, NewPost, Post } from "#contract/community/community.ts";
import { releasePictures, attachOwnPictures } from "#server/modules/media/index.ts";
import { AppError, requireFound, requireVersion } from "#server/platform/app-error.ts";
import { inTransaction, type Tx } from "#server/platform/db/database.ts";
import type { Deps } from "#server/platform/deps.ts";
import { answerOnce } from "#server/platform/http/answer-once.ts";
import type { Principal } from "#server/platform/http/principal.ts";
import type { PreparedReply } from "#server/platform/http/route.ts";
import type { IdempotencyClaim } from "#server/platform/idempotency.ts";
import { requireWallGuest } from "../photos/service.ts";
import { notify } from "../notifications/service.ts";
import { excerptOf, holdsOf, imageLimit, feedTopic, postTopic } from "../rules.ts";
import { announceQueue, holdForReview } from "../safety/queue.ts";
import { readHistory } from "../text/history.ts";
import { insertEarlierText } from "../text/history-store.ts";
import { setMentions } from "../text/mentions-store.ts";
import { readViewer, type Viewer } from "../viewer.ts";
import { lockWriter, prepareText, requireAllowedWords, requireTurn, type Writer } from "../writing.ts";
import { removePost, settlePhotos } from "./removal.ts";
import { showPost } from "./show.ts";
import * as store from "./store.ts";

type Draft = z.output<typeof NewPost>;

/** How a post is named as the user of its images. */
const userOf = (id: number, text: string) => ({ kind: "post", id, label: excerptOf(text, 100) || `Post ${id}` });

/** One post, with where its topic goes on. @throws AppError `not_found`, also for what someone may not read */
export async function getPost({ db, realtime }: Deps, visitor: Principal | undefined, id: number) {
  const viewer = await readViewer(db, visitor);
  const position = await realtime.findPosition(db, postTopic(id));
  return { ...(await readPost(db, viewer, id)), position };
}

const readPost = async (db: Deps["db"] | Tx, viewer: Viewer, id: number): Promise<Post> =>
  showPost(db, viewer, requireFound(await store.findPost(db, viewer, id)));

/**
 * Posts, once per Idempotency-Key. A new member's first posts, posts with a banned word and photos for a wall are held
 * until a moderator approves them: until then only the author sees them.
 *
 * @throws AppError `community_muted` | `post_refused` | `not_found` | `not_allowed` | `too_many_requests`
 */
export function createPost(
  deps: Deps,
  { author, draft, idempotency }: { author: Principal; draft: Draft; idempotency: IdempotencyClaim },
): Promise<PreparedReply> {
  return inTransaction(deps.db, async (tx) => {
    const writer = await lockWriter(tx, author);
    return answerOnce(tx, idempotency, async () => {
      await requireTurn(deps, tx, writer, "post");
      return readPost(tx, writer, await writePost(deps, tx, writer, draft));
    });
  });
}

async function writePost(deps: Deps, tx: Tx, writer: Writer, draft: Draft): Promise<number> {
  requireContent(writer, draft);
  if (draft.isForWall) await requireWallGuest(tx, writer, draft);
  const { text, html, mentioned, bannedWords } = await prepareText(tx, writer, draft.text);
  const holds = holdsOf({
    isStaff: writer.isModerator,
    trust: writer.trust,
    hasBannedWord: bannedWords.length > 0,
    isForWall: draft.isForWall,
  });
  const { eventId, images } = draft;
  const kind = draft.isForWall ? ("photos" as const) : ("post" as const);
  const row = { kind, authorId: writer.id, eventId, text, html, isHeld: holds.length > 0, imageCount: images.length };
  const id = requireFound(await store.insertPost(tx, row));
  await attachOwnPictures(tx, writer.id, userOf(id, text), images);
  await store.setImages(
    tx,
    { postId: id, wallEventId: draft.isForWall ? eventId : null },
    images.map(({ pictureId }) => pictureId),
  );
  await setMentions(tx, { postId: id }, mentioned);
  if (holds.length > 0) await holdForReview(deps, tx, { kind: "post", id, authorId: writer.id, holds });
  else await announcePost(deps, tx, { id, authorId: writer.id, eventId, hasImages: images.length > 0, mentioned });
  return id;
}

/** @throws AppError `post_refused` */
function requireContent(writer: Writer, { text, images }: Pick<Draft, "text" | "images">): void {
  const refuse = (message: string) => new AppError("post_refused", { message });
  if (text === "" && images.length === 0) throw refuse("Write something, or add a photo.");
  const max = imageLimit(writer.trust);
  if (images.length > max) throw refuse(`Use at most ${max} photos until your first posts are approved.`);
}

/** What everyone may know of a post that is published now. */
export interface PublishedPost {
  id: number;
  authorId: number | null;
  eventId: number | null;
  hasImages: boolean;
  mentioned: number[];
}

/** Tells open pages of a post that is published now, and notifies those whom it mentions. */
export async function announcePost(
  deps: Deps,
  tx: Tx,
  { id, authorId, eventId, hasImages, mentioned }: PublishedPost,
): Promise<void> {
  await deps.realtime.publish(tx, postTopic(id), "changed", {});
  await deps.realtime.publish(tx, feedTopic, "published", { id, eventId, hasImages });
  await notify(
    deps,
    tx,
    mentioned.map((userId) => ({ userId, kind: "mention", actorId: authorId, postId: id })),
  );
}

/** Tells open pages that a post is gone: whoever follows it is asked again whether they may. */
export async function withdrawPost({ realtime }: Deps, tx: Tx, id: number): Promise<void> {
  await realtime.publish(tx, postTopic(id), "removed", {});
  await realtime.recheck(tx, postTopic(id));
  await realtime.publish(tx, feedTopic, "removed", { id });
}

/**
 * Saves an edit of one's own post; what it said before stays in its history.
 *
 * @throws AppError `not_found`, also for posts of others | `not_allowed` for a hidden one | `community_muted` |
 *   `post_refused` | `edited_meanwhile`
 */
export function editPost(
  deps: Deps,
  author: Principal,
  id: number,
  { text: typed, images, version }: Pick<Draft, "text" | "images"> & { version: number },
): Promise<Post> {
  return inTransaction(deps.db, async (tx) => {
    const writer = await lockWriter(tx, author);
    const post = requireFound(await store.lockPost(tx, writer, id));
    if (post.authorId !== writer.id) throw new AppError("not_found");
    if (post.status === "hidden") throw new AppError("not_allowed");
    requireVersion(post, version);
    requireContent(writer, { text: typed, images });
    const prepared = await prepareText(tx, writer, typed);
    requireAllowedWords(writer, prepared, post);
    const { text, html, mentioned } = prepared;
    const pictures = (await store.findPictureIds(tx, id)).filter(({ isHidden }) => !isHidden);
    const former = pictures.map(({ pictureId }) => pictureId);
    const pictureIds = images.map(({ pictureId }) => pictureId);
    if (post.kind === "photos" && !writer.isModerator && pictureIds.some((each) => !former.includes(each))) {
      throw new AppError("post_refused", { message: "Add new photos as a new upload: a moderator looks at each." });
    }
    await insertEarlierText(tx, { postId: id }, { at: post.writtenAt, text: post.text, imageCount: post.imageCount });
    await attachOwnPictures(tx, writer.id, userOf(id, text), images);
    await store.setImages(tx, { postId: id, wallEventId: post.kind === "photos" ? post.eventId : null }, pictureIds);
    const gone = pictures.filter(({ pictureId }) => !pictureIds.includes(pictureId));
    const goneIds = gone.map(({ pictureId }) => pictureId);
    await releasePictures(tx, { kind: "post", id }, goneIds);
    await store.updatePost(tx, { id, text, html, imageCount: images.length });
    const added = await setMentions(tx, { postId: id }, mentioned);
    if (post.status === "published") await announceChange(deps, tx, id, writer.id, added);
    await settlePhotos(
      deps,
      tx,
      gone.map(({ id: photoId }) => photoId),
    );
    if (gone.length > 0) await announceQueue(deps, tx);
    return readPost(tx, writer, id);
  });
}

async function announceChange(deps: Deps, tx: Tx, id: number, actorId: number, added: number[]): Promise<void> {
  await deps.realtime.publish(tx, postTopic(id), "changed", {});
  await deps.realtime.publish(tx, feedTopic, "changed", { id });
  await notify(
    deps,
    tx,
    added.map((userId) => ({ userId, kind: "mention", actorId, postId: id })),
  );
}

/** Deletes one's own post, with its images and history. @throws AppError `not_found`, also for posts of others */
export async function deletePost(deps: Deps, author: Principal, id: number): Promise<void> {
  await inTransaction(deps.db, async (tx) => {
    const viewer = await readViewer(tx, author);
    const post = requireFound(await store.lockPost(tx, viewer, id));
    if (post.authorId !== viewer.id) throw new AppError("not_found");
    await removePost(deps, tx, id);
    await withdrawPost(deps, tx, id);
    await announceQueue(deps, tx);
  });
}

/** The earlier texts of a post. @throws AppError `not_found`, also for what someone may not read */
export async function getHistory({ db }: Deps, visitor: Principal, id: number): Promise<{ items: EarlierText[] }> {
  const viewer = await readViewer(db, visitor);
  if (!(await store.isReadable(db, viewer, id))) throw new AppError("not_found");
  return readHistory(db, viewer, { postId: id });
}

/** How many posts may be pinned above one topic. */
const maxPinned = 3;

/** Pins a published post above its topic, or unpins it. @throws AppError `not_found` | `over_limit` */
export function pinPost(deps: Deps, moderator: Principal, id: number, isPinned: boolean): Promise<Post> {
  return inTransaction(deps.db, async (tx) => {
    const viewer = await readViewer(tx, moderator);
    const post = requireFound(await store.lockPost(tx, viewer, id));
    if (post.status !== "published") throw new AppError("not_found");
    const pinned = await store.lockPinned(tx, post.eventId);
    if (isPinned && !pinned.includes(id) && pinned.length >= maxPinned) {
      throw new AppError("over_limit", { message: `Only ${maxPinned} posts can be pinned. Unpin one first.` });
    }
    if (post.isPinned !== isPinned) {
      await store.setPinned(tx, id, isPinned);
      await deps.realtime.publish(tx, feedTopic, "pinned", { id, isPinned });
    }
    return readPost(tx, viewer, id);
  });
}
