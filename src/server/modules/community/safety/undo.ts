import type { ModerationAction } from "#contract/community/safety.ts";
import { recordAction } from "#server/modules/audit/index.ts";
import { AppError } from "#server/platform/app-error.ts";
import { inTransaction, type Tx } from "#server/platform/db/database.ts";
import type { Deps } from "#server/platform/deps.ts";
import type { Principal } from "#server/platform/http/principal.ts";
import { readViewer } from "../viewer.ts";
import { lockMember } from "../writing-store.ts";
import { readAction } from "./actions.ts";
import * as store from "./actions-store.ts";
import { requireUndoing, workOff } from "./clearing.ts";
import { undoMuteOf } from "./mutes.ts";
import { announceQueue } from "./queue.ts";
import { undoItem } from "./undo-item.ts";

/**
 * Undoes an action within 24 hours by the database's clock: its things are as they were, and wait in the queue again if
 * they did; a mute is what it was. What someone changed since stays as they left it. Each thing is in the activity log.
 * Of many people who were cleared at once, each is undone in transactions of their own.
 *
 * @throws AppError `not_found` | `status_final` if it is too late, undone already, or can't be undone
 */
export async function undoAction(
  deps: Deps,
  moderator: Principal,
  id: number,
  reason: string,
): Promise<ModerationAction> {
  const undone = await inTransaction(deps.db, async (tx) => {
    const action = await store.markUndone(tx, id);
    if (action === undefined) {
      const before = await readAction(tx, id);
      if (before.undoneAt !== null && before.pendingCount > 0) return before;
      throw new AppError("status_final", { message: "This can't be undone anymore." });
    }
    const { kind, personId } = action;
    if (kind === "clear") {
      await requireUndoing(tx, id, { moderator, reason });
      return readAction(tx, id);
    }
    const isMute = kind === "mute" || kind === "suspend";
    if (isMute && personId !== null) await undoMute(deps, tx, { id, personId, moderator, reason });
    const viewer = await readViewer(tx, moderator);
    for (const item of await store.findItems(tx, id)) {
      await undoItem(deps, tx, { item, kind, viewer, moderator, reason });
    }
    await announceQueue(deps, tx);
    return readAction(tx, id);
  });
  if (undone.kind !== "clear") return undone;
  await workOff(deps, id);
  return readAction(deps.db, id);
}

interface UndoneMute {
  id: number;
  personId: number;
  moderator: Principal;
  reason: string;
}

async function undoMute(deps: Deps, tx: Tx, { id, personId, moderator, reason }: UndoneMute): Promise<void> {
  await lockMember(tx, personId);
  await undoMuteOf(deps, tx, { actionId: id, personId, moderator, reason });
  const target = { kind: "person" as const, id: personId };
  await recordAction(tx, { staff: moderator, action: "person.community_unmuted", target, reason });
}
