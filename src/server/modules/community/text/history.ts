import type { EarlierText } from "#contract/community/community.ts";
import { recordAction } from "#server/modules/audit/index.ts";
import { requireFound } from "#server/platform/app-error.ts";
import { inTransaction, type Queryable } from "#server/platform/db/database.ts";
import type { Deps } from "#server/platform/deps.ts";
import type { Principal } from "#server/platform/http/principal.ts";
import type { Viewer } from "../viewer.ts";
import { findEarlierTexts, setEditHidden } from "./history-store.ts";
import type { Mentioning } from "./mentions-store.ts";
import { renderText } from "./render.ts";

/**
 * The earlier texts of something that the viewer may read. Their mentions are no links: they are a record. What a
 * moderator hid has no text, except for moderators.
 */
export async function readHistory(db: Queryable, viewer: Viewer, of: Mentioning): Promise<{ items: EarlierText[] }> {
  const rows = await findEarlierTexts(db, of);
  return {
    items: rows.map(({ text, at, imageCount, isHidden, id }) => ({
      id,
      at: at.toISOString(),
      html: isHidden && !viewer.isModerator ? "" : renderText(text),
      imageCount,
      isHidden,
    })),
  };
}

/** Hides one earlier text from a history, or restores it. @throws AppError `not_found` */
export async function moderateEdit(
  { db }: Deps,
  staff: Principal,
  id: number,
  { isHidden, reason }: { isHidden: boolean; reason: string },
): Promise<void> {
  await inTransaction(db, async (tx) => {
    if (!requireFound(await setEditHidden(tx, id, isHidden))) return;
    const action = isHidden ? ("edit.hidden" as const) : ("edit.restored" as const);
    await recordAction(tx, { staff, action, target: { kind: "edit", id }, reason });
  });
}
