import type { ContentKind } from "#contract/community/safety.ts";
import type { PostStatus } from "#contract/community/community.ts";
import type { Tx } from "#server/platform/db/database.ts";
import type { Deps } from "#server/platform/deps.ts";
import { announceComment, countComment } from "../comments/service.ts";
import * as comments from "../comments/store.ts";
import { lockPhoto, recountImages, setPhotoHidden } from "../photos/store.ts";
import { announcePost, withdrawPost } from "../posts/service.ts";
import * as posts from "../posts/store.ts";
import { findMentionedIn } from "../text/mentions-store.ts";
import { feedTopic, postTopic } from "../rules.ts";
import type { Viewer } from "../viewer.ts";

/** Something written, as a moderator finds it. */
export interface Content {
  kind: ContentKind;
  id: number;
  postId: number;
  authorId: number | null;
  status: PostStatus;
  reason: string | null;
}

/** A status, and for what is hidden the reason that its author reads. */
export interface StatusChange {
  status: PostStatus;
  reason: string | null;
}

/** Locks something written; undefined if it was deleted. */
export async function lockContent(
  tx: Tx,
  moderator: Viewer,
  { kind, id }: { kind: ContentKind; id: number },
): Promise<Content | undefined> {
  if (kind === "photo") {
    const photo = await lockPhoto(tx, moderator, id);
    const status = photo?.isHidden ? ("hidden" as const) : ("published" as const);
    return photo && { kind, id, ...photo, status, reason: photo.hiddenReason };
  }
  const row = kind === "post" ? await posts.lockPost(tx, moderator, id) : await comments.lockComment(tx, moderator, id);
  if (row === undefined || row.status === "deleted") return undefined;
  const postId = "postId" in row ? row.postId : row.id;
  return { kind, id, postId, authorId: row.authorId, status: row.status, reason: row.hiddenReason };
}

/**
 * Changes what may be seen of something that is locked, and tells open pages. What is published the first time notifies
 * those whom it concerns.
 */
export async function changeStatus(deps: Deps, tx: Tx, content: Content, to: StatusChange): Promise<void> {
  if (content.kind === "photo") return changePhoto(deps, tx, content, to);
  if (content.kind === "comment") return changeComment(deps, tx, content, to);
  await posts.setStatus(tx, content.id, to);
  if (content.status === "published") return withdrawPost(deps, tx, content.id);
  if (to.status !== "published") return;
  const { authorId, eventId, imageCount } = (await posts.findPlace(tx, content.id))!;
  const mentioned = content.status === "held" ? await findMentionedIn(tx, { postId: content.id }) : [];
  await announcePost(deps, tx, { id: content.id, authorId, eventId, hasImages: imageCount > 0, mentioned });
}

async function changeComment(deps: Deps, tx: Tx, content: Content, to: StatusChange): Promise<void> {
  const { id, postId, authorId } = content;
  const { parentId, postAuthorId, parentAuthorId } = (await comments.findParents(tx, id))!;
  await comments.setStatus(tx, id, to);
  if (content.status === "held" && to.status === "published") {
    const mentioned = await findMentionedIn(tx, { commentId: id });
    return announceComment(deps, tx, { id, postId, parentId, authorId, mentioned, postAuthorId, parentAuthorId });
  }
  if (content.status === "published") await countComment(deps, tx, { postId, parentId }, -1);
  else if (to.status === "published") await countComment(deps, tx, { postId, parentId }, 1);
  else return;
  const type = to.status === "published" ? "comment" : "comment_removed";
  await deps.realtime.publish(tx, postTopic(postId), type, { id, parentId });
}

async function changePhoto({ realtime }: Deps, tx: Tx, { id, postId }: Content, to: StatusChange): Promise<void> {
  await setPhotoHidden(tx, id, to.status === "hidden" ? to.reason : null);
  await recountImages(tx, postId);
  await realtime.publish(tx, postTopic(postId), "changed", {});
  await realtime.publish(tx, feedTopic, "changed", { id: postId });
}
