import type { z } from "zod";
import type { ChatRoomChange } from "#contract/chat/moderation.ts";
import { ChatLogEntry, type ChatMessage, type ChatRoom } from "#contract/chat/chat.ts";
import { recordAction } from "#server/modules/audit/index.ts";
import { AppError, requireFound } from "#server/platform/app-error.ts";
import { inTransaction, type Tx } from "#server/platform/db/database.ts";
import type { Deps } from "#server/platform/deps.ts";
import type { Principal } from "#server/platform/http/principal.ts";
import { shownAs } from "#server/platform/shown.ts";
import * as moderationStore from "./moderation-store.ts";
import { requireReader, showRoom, subjectOf, toMessage, topicOf } from "./rooms.ts";
import { isModerator } from "./rules.ts";
import * as store from "./store.ts";

/** The room, if the visitor moderates it. @throws AppError `not_found` | `chat_banned` | `not_allowed` */
export async function requireModerator(deps: Deps, visitor: Principal, roomId: number): Promise<store.RoomRow> {
  const { room, person } = await requireReader(deps, visitor, roomId);
  if (!isModerator(person)) throw new AppError("not_allowed");
  return room;
}

/**
 * Hides a message from everyone: its text leaves the server no more, neither in history nor in replays, and open pages
 * remove it. Hiding it again changes nothing.
 *
 * @throws AppError `not_found` | `not_allowed`
 */
export async function hideMessage(deps: Deps, moderator: Principal, messageId: number, reason: string): Promise<void> {
  const { db, realtime } = deps;
  const place = requireFound(await store.findPlace(db, messageId));
  const { roomId } = place;
  await requireModerator(deps, moderator, roomId);
  await inTransaction(db, async (tx) => {
    const room = requireFound(await store.lockRoom(tx, roomId));
    if (!(await moderationStore.setHidden(tx, messageId, true))) return;
    if (room.pinnedId === messageId) {
      await store.setPinned(tx, roomId, null);
      await realtime.publish(tx, topicOf(roomId), "pinned", { message: null });
    }
    await record(tx, { moderator, action: "hidden", roomId, messageId, place, reason });
    await realtime.publish(tx, topicOf(roomId), "hidden", { id: messageId });
    // Last: a reaction that was published meanwhile is in the topic before this.
    await realtime.scrub(tx, topicOf(roomId), subjectOf(messageId));
  });
}

/** Shows a hidden message again, where it was. @throws AppError `not_found` | `not_allowed` */
export async function restoreMessage(
  deps: Deps,
  moderator: Principal,
  messageId: number,
  reason: string,
): Promise<ChatMessage> {
  const { db, realtime } = deps;
  const place = requireFound(await store.findPlace(db, messageId));
  const { roomId } = place;
  await requireModerator(deps, moderator, roomId);
  return inTransaction(db, async (tx) => {
    await store.lockRoom(tx, roomId);
    const isChanged = await moderationStore.setHidden(tx, messageId, false);
    const message = toMessage(requireFound(await store.findMessage(tx, messageId)));
    if (!isChanged) return message;
    await record(tx, { moderator, action: "restored", roomId, messageId, place, reason });
    await realtime.publish(tx, topicOf(roomId), "restored", message, { subject: subjectOf(messageId) });
    return message;
  });
}

interface Recorded {
  moderator: Principal;
  action: "hidden" | "restored";
  roomId: number;
  messageId: number;
  place: { authorId: number | null; authorName: string };
  reason: string;
}

async function record(tx: Tx, { moderator, action, roomId, messageId, place, reason }: Recorded): Promise<void> {
  const person = { id: place.authorId, name: place.authorName };
  await moderationStore.insertLogEntry(tx, { roomId, moderator, action, messageId, person, reason });
  const target = { kind: "chat_message", id: messageId };
  await recordAction(tx, {
    staff: moderator,
    action: `chat_message.${action}`,
    target,
    after: { room: roomId },
    reason,
  });
}

/** Pins a message above the chat, or none. @throws AppError `not_found`, also for hidden messages | `not_allowed` */
export async function pinMessage(
  deps: Deps,
  moderator: Principal,
  roomId: number,
  messageId: number | null,
): Promise<ChatRoom> {
  const { db, realtime } = deps;
  await requireModerator(deps, moderator, roomId);
  return inTransaction(db, async (tx) => {
    const room = requireFound(await store.lockRoom(tx, roomId));
    if (messageId !== null && (await store.findPlace(tx, messageId))?.roomId !== roomId)
      throw new AppError("not_found");
    const message = messageId === null ? null : toMessage(requireFound(await store.findMessage(tx, messageId)));
    if (room.pinnedId !== messageId) {
      await store.setPinned(tx, roomId, messageId);
      const action = messageId === null ? ("unpinned" as const) : ("pinned" as const);
      await moderationStore.insertLogEntry(tx, {
        roomId,
        moderator,
        action,
        messageId: messageId ?? room.pinnedId,
        reason: "",
      });
      const subject = messageId === null ? {} : { subject: subjectOf(messageId) };
      await realtime.publish(tx, topicOf(roomId), "pinned", { message }, subject);
    }
    return showRoom(tx, { ...room, pinnedId: messageId });
  });
}

/** Changes a room's rules; what isn't given stays. @throws AppError `not_found` | `not_allowed` */
export async function changeRoom(
  deps: Deps,
  moderator: Principal,
  roomId: number,
  { reason, ...changes }: z.output<typeof ChatRoomChange>,
): Promise<ChatRoom> {
  const { db, realtime } = deps;
  await requireModerator(deps, moderator, roomId);
  return inTransaction(db, async (tx) => {
    const before = requireFound(await store.lockRoom(tx, roomId));
    const changed = {
      ...before,
      ...Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined)),
    };
    await store.updateRoom(tx, changed);
    await moderationStore.insertLogEntry(tx, { roomId, moderator, action: "changed", reason });
    const pick = ({ audience, slowSeconds, links, isPaused }: store.RoomRow) => ({
      audience,
      slowSeconds,
      links,
      isPaused,
    });
    const target = { kind: "chat_room", id: roomId };
    await recordAction(tx, {
      staff: moderator,
      action: "chat_room.changed",
      target,
      reason,
      before: pick(before),
      after: pick(changed),
    });
    const { pinned: _, ...shown } = await showRoom(tx, changed);
    await realtime.publish(tx, topicOf(roomId), "room", shown);
    return showRoom(tx, changed);
  });
}

const toEntry = shownAs(ChatLogEntry);

/** What moderators did in a room, newest first. @throws AppError `not_found`, also for those who don't moderate it */
export async function readLog(deps: Deps, visitor: Principal, roomId: number, before: number | undefined) {
  const { person } = await requireReader(deps, visitor, roomId);
  if (!isModerator(person)) throw new AppError("not_found");
  return { items: (await moderationStore.findLog(deps.db, roomId, before)).map(toEntry) };
}
