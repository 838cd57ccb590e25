import { inTransaction } from "#server/platform/db/database.ts";
import type { Deps } from "#server/platform/deps.ts";
import { notifyHolders } from "../notifications/store.ts";
import { announcePost } from "../posts/service.ts";
import { insertPost } from "../posts/store.ts";
import { renderText } from "../text/render.ts";
import { findEnded } from "./store.ts";

/** What the site writes when an event has ended. Its photos, replay and next event are read with the post. */
const textOf = (title: string) =>
  `**${title}** is a wrap. Thank you for coming out!\n\nAdd your photos to the wall, and tell us what your moment was.`;

/**
 * Writes the after-party post of each event that has ended, once, and notifies its ticket holders. Safe on several
 * nodes at once: an event has one such post.
 *
 * @returns true when more are waiting
 */
export async function openAfterParties(deps: Deps): Promise<boolean> {
  const ended = await findEnded(deps.db);
  for (const { id: eventId, title } of ended) {
    await inTransaction(deps.db, async (tx) => {
      const text = textOf(title);
      const written = { text, html: renderText(text), isHeld: false, imageCount: 0 };
      const id = await insertPost(tx, { kind: "after_party", authorId: null, eventId, ...written });
      if (id === undefined) return;
      await announcePost(deps, tx, { id, authorId: null, eventId, hasImages: false, mentioned: [] });
      await notifyHolders(tx, { kind: "after_party", eventId, postId: id, text: "" });
    });
  }
  return ended.length === 20;
}
