import { recordAction } from "#server/modules/audit/index.ts";
import type { Tx } from "#server/platform/db/database.ts";
import type { Deps } from "#server/platform/deps.ts";
import * as moderationStore from "./moderation-store.ts";
import { subjectOf, toMessage, topicOf } from "./rooms.ts";
import * as store from "./store.ts";

/** Who does it. */
export interface Moderator {
  id: number;
  displayName: string;
}

/** What one call did, and whether nothing is left to do. */
interface Moved {
  count: number;
  isDone: boolean;
}

/** Messages that one transaction hides or shows. */
const perTransaction = 100;

/**
 * Hides the next messages that a banned person wrote, in one room or (null) in all, in the caller's transaction. Open
 * pages remove them, no replay has them, and each is in the activity log.
 *
 * @returns how many, and whether none is left: call it again in another transaction until then
 */
export async function hideMessagesOf(
  { realtime }: Deps,
  tx: Tx,
  hidden: { moderator: Moderator; personId: number; roomId: number | null; banId: number; reason: string },
): Promise<Moved> {
  const { personId, roomId, banId } = hidden;
  const rooms = await moderationStore.lockRoomsOf(tx, personId, roomId);
  const roomIds = rooms.map(({ id }) => id);
  const messages = await moderationStore.hideNext(tx, { banId, userId: personId, roomIds, limit: perTransaction });
  await record(tx, messages, { ...hidden, action: "hidden" });
  for (const { id, pinnedId } of rooms) {
    const ids = messages.flatMap((message) => (message.roomId === id ? [message.id] : []));
    if (ids.length === 0) continue;
    if (pinnedId !== null && ids.includes(pinnedId)) {
      await store.setPinned(tx, id, null);
      await realtime.publish(tx, topicOf(id), "pinned", { message: null });
    }
    await realtime.publish(tx, topicOf(id), "hidden_many", { ids });
    // Last: a reaction that was published meanwhile is in the topic before this.
    await realtime.scrub(tx, topicOf(id), ...ids.map(subjectOf));
  }
  return { count: messages.length, isDone: messages.length < perTransaction };
}

/**
 * Shows the next messages again that a ban hid, where they were.
 *
 * @returns how many, and whether none is left: call it again in another transaction until then
 */
export async function restoreMessagesOf(
  { realtime }: Deps,
  tx: Tx,
  restored: { moderator: Moderator; banId: number; reason: string },
): Promise<Moved> {
  const messages = await moderationStore.showNext(tx, restored.banId, perTransaction);
  await record(tx, messages, { ...restored, action: "restored" });
  // In the order of the topics, so that two transactions never wait for each other.
  for (const { id, roomId } of messages.toSorted((a, b) => a.roomId - b.roomId || a.id - b.id)) {
    const message = await store.findMessage(tx, id);
    if (message === undefined) continue;
    await realtime.publish(tx, topicOf(roomId), "restored", toMessage(message), { subject: subjectOf(id) });
  }
  return { count: messages.length, isDone: messages.length < perTransaction };
}

async function record(
  tx: Tx,
  messages: moderationStore.MovedMessage[],
  how: { moderator: Moderator; personId?: number; action: "hidden" | "restored"; reason: string },
): Promise<void> {
  const { moderator, personId = null, action, reason } = how;
  for (const { id, roomId, authorName } of messages) {
    const person = { id: personId, name: authorName };
    await moderationStore.insertLogEntry(tx, { roomId, moderator, action, messageId: id, person, reason });
    await recordAction(tx, {
      staff: moderator,
      action: `chat_message.${action}`,
      target: { kind: "chat_message", id },
      after: { room: roomId },
      reason,
    });
  }
}
