import { deletedDisplayName } from "#server/modules/accounts/index.ts";
import { forgetOwnPictures } from "#server/modules/media/index.ts";
import type { Tx } from "#server/platform/db/database.ts";
import type { Deps } from "#server/platform/deps.ts";
import type { RecordSource } from "#server/platform/personal-records.ts";
import { emptyComment } from "../comments/store.ts";
import { removePost } from "../posts/removal.ts";
import { announceQueue, settleReview } from "../safety/queue.ts";
import { findMentionsIn } from "../text/mentions-store.ts";
import { renderText } from "../text/render.ts";
import * as store from "./store.ts";

/**
 * What the community stores about a member. Their published posts and comments stay without their name, because others
 * answered them. What isn't published is deleted, and so are reactions, relations and settings; their handle leaves the
 * texts of others that mention it.
 */
export const communityRecords = (deps: Deps): RecordSource => ({
  read: (db, { id }) => store.findRecords(db, id),
  async forget(tx, { id }) {
    for (const unpublished of await store.findUnpublished(tx, id)) await forgetUnpublished(deps, tx, unpublished);
    for (const changed of await store.forgetMentions(tx, id)) await renderAgain(tx, changed);
    await store.forgetReactions(tx, id);
    await store.forgetMember(tx, id, deletedDisplayName);
    await forgetOwnPictures(tx, id);
    await announceQueue(deps, tx);
  },
  // Guests write in chat only. What moderators did to them there moves with their restrictions.
  move: (tx, fromId, toId) => store.moveGuest(tx, fromId, toId),
});

async function renderAgain(tx: Tx, changed: store.ChangedText): Promise<void> {
  const others = await findMentionsIn(tx, changed.kind, [changed.id]);
  const people = new Map(others.map(({ handle, userId }) => [handle, userId]));
  await store.setHtml(tx, changed, renderText(changed.text, people));
}

async function forgetUnpublished(deps: Deps, tx: Tx, target: { kind: "post" | "comment"; id: number }): Promise<void> {
  if (target.kind === "post") return removePost(deps, tx, target.id);
  await emptyComment(tx, target.id);
  await settleReview(deps, tx, target, { decision: "removed", moderatorId: null });
}
