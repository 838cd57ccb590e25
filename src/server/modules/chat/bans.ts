import type { z } from "zod";
import type { ChatBan } from "#contract/chat/moderation.ts";
import { recordAction } from "#server/modules/audit/index.ts";
import { chatRoom, findLatest, lift, restrict, undo } from "#server/modules/restrictions/index.ts";
import { AppError, requireFound } from "#server/platform/app-error.ts";
import { inTransaction, type Tx } from "#server/platform/db/database.ts";
import type { Deps } from "#server/platform/deps.ts";
import type { Principal } from "#server/platform/http/principal.ts";
import * as moderationStore from "./moderation-store.ts";
import { requireModerator } from "./moderation.ts";
import { hideMessagesOf, restoreMessagesOf, type Moderator } from "./removal.ts";
import { describePerson, topicOf } from "./rooms.ts";
import { mayBan } from "./rules.ts";
import * as store from "./store.ts";

/**
 * Bans someone from a room or from all, or gives them a timeout. Their open connections lose the room, on every node.
 * With `hidesMessages`, what they wrote there is hidden too, some messages at a time.
 *
 * @throws AppError `not_found` | `not_allowed`, also for staff, the room's hosts and the moderator's own account
 */
export async function ban(
  deps: Deps,
  moderator: Principal,
  roomId: number,
  { personId, seconds, isEverywhere, hidesMessages = false, reason }: z.output<typeof ChatBan>,
): Promise<void> {
  await requireBannable(deps, moderator, roomId, { personId, isEverywhere });
  const place = isEverywhere ? null : roomId;
  const banId = await inTransaction(deps.db, (tx) =>
    banPerson(deps, tx, { moderator, personId, roomId: place, seconds, reason }),
  );
  if (!hidesMessages) return;
  const hidden = { moderator, personId, roomId: place, banId, reason };
  while (!(await inTransaction(deps.db, (tx) => hideMessagesOf(deps, tx, hidden))).isDone);
}

/** Lifts a ban or timeout; without one it changes nothing. @throws AppError `not_found` | `not_allowed` */
export async function unban(
  deps: Deps,
  moderator: Principal,
  roomId: number,
  lifted: { personId: number; isEverywhere: boolean; showsMessages?: boolean | undefined; reason: string },
): Promise<void> {
  const { personId, isEverywhere, showsMessages = false, reason } = lifted;
  await requireBannable(deps, moderator, roomId, lifted);
  const place = isEverywhere ? null : roomId;
  await inTransaction(deps.db, async (tx) => {
    await store.holdBack(tx, isEverywhere ? await moderationStore.findRoomIds(tx) : [roomId], personId);
    const held = await lift(tx, { userId: personId, place: chatRoom(place), by: moderator.id });
    if (held === undefined) return;
    await recordBan(tx, { moderator, personId, roomId: place, reason, action: "unbanned" });
  });
  const banId = showsMessages ? await findLatest(deps.db, personId, chatRoom(place)) : undefined;
  if (banId === undefined) return;
  const restored = { moderator, banId, reason };
  while (!(await inTransaction(deps.db, (tx) => restoreMessagesOf(deps, tx, restored))).isDone);
}

/** @throws AppError `not_found` | `not_allowed` */
async function requireBannable(
  deps: Deps,
  moderator: Principal,
  roomId: number,
  { personId, isEverywhere }: { personId: number; isEverywhere: boolean },
): Promise<void> {
  const room = await requireModerator(deps, moderator, roomId);
  const person = requireFound(await moderationStore.findPerson(deps.db, personId));
  const asPrincipal = {
    ...person,
    username: "",
    displayName: person.name,
    avatar: null,
    email: null,
    mayActAsStaff: true,
  };
  const { isHost } = await describePerson(deps, deps.db, asPrincipal, room);
  if (!mayBan(moderator, { ...person, isHost }, isEverywhere)) throw new AppError("not_allowed");
}

/** Whom a ban is for, from one room or (null) from all. */
interface NewBan {
  moderator: Moderator;
  personId: number;
  roomId: number | null;
  /** Null for a ban; a timeout has seconds. */
  seconds: number | null;
  reason: string;
}

/**
 * Bans someone in the caller's transaction, which decided that they may be banned. It waits for what they are posting at
 * this moment, so nothing of theirs appears afterward.
 *
 * @returns the ban's id
 */
export async function banPerson(deps: Deps, tx: Tx, { seconds, ...wish }: NewBan): Promise<number> {
  const { personId, roomId } = wish;
  const rooms = roomId === null ? await moderationStore.findRoomIds(tx) : [roomId];
  await store.holdBack(tx, rooms, personId);
  const place = chatRoom(roomId);
  const { reason, moderator } = wish;
  const banId = await restrict(tx, { userId: personId, place, seconds, reason, by: moderator.id });
  await recordBan(tx, { ...wish, action: seconds === null ? "banned" : "timed_out" });
  if (seconds === null) for (const id of rooms) await deps.realtime.recheck(tx, topicOf(id), personId);
  return banId;
}

/** Ends a ban from every room if it still holds; a ban or timeout that it replaced is there again. */
export async function undoBan(
  tx: Tx,
  { banId, ...lifted }: Omit<NewBan, "seconds" | "roomId"> & { banId: number },
): Promise<void> {
  const { personId, moderator } = lifted;
  const isUndone = await undo(tx, { id: banId, userId: personId, place: chatRoom(null), by: moderator.id });
  if (isUndone) await recordBan(tx, { ...lifted, roomId: null, action: "unbanned" });
}

async function recordBan(
  tx: Tx,
  {
    moderator,
    personId,
    roomId,
    reason,
    action,
  }: Omit<NewBan, "seconds"> & { action: "banned" | "timed_out" | "unbanned" },
): Promise<void> {
  const person = await moderationStore.findPerson(tx, personId);
  await moderationStore.insertLogEntry(tx, { roomId, moderator, action, person, reason });
  await recordAction(tx, {
    staff: moderator,
    action: `person.chat_${action}`,
    target: { kind: "person", id: personId },
    reason,
    after: { room: roomId ?? "every room" },
  });
}
