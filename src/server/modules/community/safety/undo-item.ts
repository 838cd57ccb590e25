import type { ModerationKind } from "#contract/community/safety.ts";
import { recordAction } from "#server/modules/audit/index.ts";
import type { Tx } from "#server/platform/db/database.ts";
import type { Deps } from "#server/platform/deps.ts";
import { notify } from "../notifications/service.ts";
import type { Viewer } from "../viewer.ts";
import type { ChangedItem } from "./actions-store.ts";
import { changeStatus, lockContent } from "./content.ts";
import { reopenReview } from "./queue-store.ts";

/** What an action did to its things. */
const statusOf: Partial<Record<ModerationKind, "published" | "hidden">> = {
  approve: "published",
  hide: "hidden",
  remove_all: "hidden",
  clear: "hidden",
};

/** A thing of an action that is undone, and by whom. */
interface UndoneItem {
  item: ChangedItem;
  kind: ModerationKind;
  viewer: Viewer;
  moderator: { id: number; displayName: string };
  reason: string;
}

/** Makes a thing what it was before an action, unless someone changed it since. */
export async function undoItem(
  deps: Deps,
  tx: Tx,
  { item, kind, viewer, moderator, reason }: UndoneItem,
): Promise<void> {
  if (item.kind !== "person") {
    const target = { kind: item.kind, id: item.id };
    const content = await lockContent(tx, viewer, target);
    if (content === undefined || content.status !== statusOf[kind]) return;
    if (content.status !== item.formerStatus) {
      await changeStatus(deps, tx, content, { status: item.formerStatus, reason: item.formerReason });
      const isShown = item.formerStatus === "published";
      const commentId = item.kind === "comment" ? item.id : null;
      if (isShown && content.authorId !== null) {
        await notify(deps, tx, [{ userId: content.authorId, kind: "restored", postId: content.postId, commentId }]);
      }
    }
    const before = { status: content.status };
    const after = { status: item.formerStatus };
    await recordAction(tx, { staff: moderator, action: `${item.kind}.restored`, target, before, after, reason });
  }
  if (item.reviewId !== null) await reopenReview(tx, item.reviewId);
}
