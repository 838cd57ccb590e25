import { releasePictures } from "#server/modules/media/index.ts";
import type { Tx } from "#server/platform/db/database.ts";
import type { Deps } from "#server/platform/deps.ts";
import { emptyComment } from "../comments/store.ts";
import { settleReview } from "../safety/queue.ts";
import { findWaitingIn } from "../safety/queue-store.ts";
import { emptyPost, findPictureIds } from "./store.ts";

const removed = { decision: "removed" as const, moderatorId: null };

/**
 * Deletes a post: its text, its history and its images, with their files. What waits in the review queue about it, its
 * photos and its comments is closed; comments that were held are deleted, because nobody could approve them.
 */
export async function removePost(deps: Deps, tx: Tx, id: number): Promise<void> {
  const waiting = await findWaitingIn(tx, id);
  const pictures = await findPictureIds(tx, id);
  await emptyPost(tx, id);
  const gone = pictures.map(({ pictureId }) => pictureId);
  await releasePictures(tx, { kind: "post", id }, gone);
  for (const { isHeld, ...target } of waiting) {
    if (isHeld && target.kind === "comment") await emptyComment(tx, target.id);
    await settleReview(deps, tx, target, removed);
  }
}

/** Closes what waits about photos that their author took out of a post. */
export async function settlePhotos(deps: Deps, tx: Tx, photoIds: number[]): Promise<void> {
  for (const id of photoIds) await settleReview(deps, tx, { kind: "photo", id }, removed);
}
