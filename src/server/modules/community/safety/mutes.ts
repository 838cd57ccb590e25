import { community, findActive, undo } from "#server/modules/restrictions/index.ts";
import type { Tx } from "#server/platform/db/database.ts";
import type { Deps } from "#server/platform/deps.ts";
import { notify } from "../notifications/service.ts";
import * as store from "./actions-store.ts";

/** The action whose mute ends, and who ends it. */
interface EndingMute {
  actionId: number;
  personId: number;
  isGuest?: boolean;
  moderator: { id: number };
  reason: string;
}

/** Undoes the mute that an action made, and tells a member if they can post again: nothing else keeps them from it. */
export async function undoMuteOf(deps: Deps, tx: Tx, ending: EndingMute): Promise<void> {
  const { actionId, personId, isGuest = false, moderator, reason } = ending;
  const lifted = { userId: personId, place: community, by: moderator.id };
  const id = await store.findRestriction(tx, actionId);
  // An action of a node of the version before doesn't name its restriction.
  const isLast = id !== undefined || (await store.isLastOnMute(tx, actionId, personId));
  const isUndone = isLast && (await undo(tx, { ...lifted, ...(id !== undefined && { id }) }));
  if (!isUndone || isGuest || (await findActive(tx, personId, community)) !== undefined) return;
  await notify(deps, tx, [{ userId: personId, kind: "unmuted", text: reason }]);
}
