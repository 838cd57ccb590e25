import type { ReactionKind } from "#contract/chat/chat.ts";
import type { ReactionCounts } from "#contract/community/community.ts";
import { requireFound } from "#server/platform/app-error.ts";
import { inTransaction } from "#server/platform/db/database.ts";
import type { Deps } from "#server/platform/deps.ts";
import type { Principal } from "#server/platform/http/principal.ts";
import { countsOf, feedTopic, postTopic } from "../rules.ts";
import { lockWriter } from "../writing.ts";
import * as store from "./store.ts";

/**
 * Sets someone's reaction to a post or comment; each person has one, and null takes it back. The counts are in the row,
 * changed with the reaction, so they are right however many react at once.
 *
 * @throws AppError `not_found`, also for what isn't published or is kept apart by a block | `community_muted`
 */
export async function react(
  { db, realtime }: Deps,
  person: Principal,
  { what, id, kind }: { what: store.Reacted; id: number; kind: ReactionKind | null },
): Promise<{ reactions: ReactionCounts }> {
  return inTransaction(db, async (tx) => {
    const writer = await lockWriter(tx, person);
    const postId = requireFound(await store.lockReacted(tx, what, id, writer));
    const from = await store.setReaction(tx, what, id, { userId: writer.id, kind });
    if (from === kind) return { reactions: countsOf(await store.findCounts(tx, what, id)) };
    const { counts, commentCount } = await store.moveCount(tx, what, id, { from, to: kind });
    const reactions = countsOf(counts);
    const commentId = what === "comment" ? id : null;
    await realtime.publish(tx, postTopic(postId), "reactions", { commentId, reactions });
    if (what === "post") await realtime.publish(tx, feedTopic, "counts", { id, reactions, commentCount });
    return { reactions };
  });
}
