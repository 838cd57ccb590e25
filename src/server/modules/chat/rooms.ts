import { ChatMessage, type ChatRoom, type ChatState } from "#contract/chat/chat.ts";
import { chatRoom, findActive } from "#server/modules/restrictions/index.ts";
import { AppError, requireFound } from "#server/platform/app-error.ts";
import type { Queryable, Tx } from "#server/platform/db/database.ts";
import type { Deps } from "#server/platform/deps.ts";
import { hasRole, type Principal } from "#server/platform/http/principal.ts";
import { shownAs } from "#server/platform/shown.ts";
import { numbersAmong, type TargetNamer } from "#server/platform/target-names.ts";
import type { ChatOwner, OwnedRoom } from "./owners.ts";
import { authorName, isBanned, isModerator, isOpen, refusePost, type Person } from "./rules.ts";
import * as store from "./store.ts";

/** A message as the contract shows it. */
export const toMessage = shownAs(ChatMessage);

/** The topic of a room on the realtime channel. */
export const topicOf = (roomId: number): string => `chat.${roomId}`;

/** What a message is called as the subject of realtime messages. */
export const subjectOf = (messageId: number): string => `message.${messageId}`;

const pageSize = 50;

/**
 * Opens the chat room of something, or gives its room new terms. Call it in the transaction that makes the thing.
 *
 * @returns the room's id: its topic is `chat.{id}`
 */
export function openRoom(
  tx: Tx,
  {
    kind,
    id,
    audience = "signed_in",
    opensAt = null,
    closesAt = null,
  }: { kind: string; id: number } & Partial<store.RoomTerms>,
): Promise<number> {
  return store.upsertRoom(tx, kind, id, { audience, opensAt, closesAt });
}

const ownerOf = ({ contributed }: Deps, { kind }: OwnedRoom): ChatOwner | undefined =>
  contributed("chatOwner").find((owner) => owner.kind === kind);

/** What the activity log calls chat rooms: what they belong to, as its module names it. */
export const roomNamer =
  ({ contributed }: Deps): TargetNamer =>
  async (db, ids) => {
    const namers: Record<string, TargetNamer> = Object.assign({}, ...contributed("targetNames"));
    const rooms = await store.findOwned(db, numbersAmong(ids));
    const named = rooms.map(async ({ id, kind, ownerId }) => {
      const [owner] = (await namers[kind]?.(db, [String(ownerId)])) ?? [];
      return owner === undefined ? [] : [{ id, name: owner.name }];
    });
    return (await Promise.all(named)).flat();
  };

/** Finds out what someone is in a room. */
export async function describePerson(
  deps: Deps,
  db: Queryable,
  visitor: Principal | undefined,
  room: OwnedRoom,
): Promise<Person> {
  if (visitor === undefined) return { role: undefined, isHost: false, hasTicket: false, ban: undefined };
  const owner = ownerOf(deps, room);
  const [isHost = false, hasTicket = false, restriction] = await Promise.all([
    owner?.isHost?.(visitor, room),
    owner?.mayPost?.(visitor, room),
    findActive(db, visitor.id, chatRoom(room.id)),
  ]);
  const ban = restriction && { until: restriction.endsAt };
  // Staff who lack a required second factor are members here too.
  const role = hasRole(visitor, visitor.role) ? visitor.role : "user";
  return { role, isHost, hasTicket, ban };
}

/** True if a visitor may read a room now: what shows messages, on any way, asks this. */
async function mayReadRoom(
  deps: Deps,
  visitor: Principal | undefined,
  person: Person,
  room: OwnedRoom,
): Promise<boolean> {
  if (isModerator(person)) return true;
  if (isBanned(person)) return false;
  return (await ownerOf(deps, room)?.mayRead?.(visitor, room)) ?? true;
}

/** True if a visitor may follow the topic of the room with this id. */
export async function mayReadTopic(deps: Deps, visitor: Principal | undefined, id: string): Promise<boolean> {
  const room = /^[1-9]\d{0,14}$/.test(id) ? await store.findRoom(deps.db, Number(id)) : undefined;
  return room !== undefined && mayReadRoom(deps, visitor, await describePerson(deps, deps.db, visitor, room), room);
}

/**
 * A room that a visitor may read, and what they are there.
 *
 * @throws AppError `not_found`, also for rooms that they may not know of | `chat_banned`
 */
export async function requireReader(deps: Deps, visitor: Principal | undefined, roomId: number) {
  const room = requireFound(await store.findRoom(deps.db, roomId));
  const person = await describePerson(deps, deps.db, visitor, room);
  if (isBanned(person)) throw new AppError("chat_banned");
  if (!(await mayReadRoom(deps, visitor, person, room))) throw new AppError("not_found");
  return { room, person };
}

/** A room as the contract shows it, with its pinned message. */
export async function showRoom(db: Queryable, room: store.RoomRow): Promise<ChatRoom> {
  const pinned = room.pinnedId === null ? undefined : await store.findMessage(db, room.pinnedId);
  const { id, kind, audience, slowSeconds, links, opensAt, closesAt } = room;
  return {
    id,
    kind,
    audience,
    slowSeconds,
    links,
    opensAt: opensAt?.toISOString() ?? null,
    closesAt: closesAt?.toISOString() ?? null,
    isOpen: isOpen(room, room.now),
    pinned: pinned === undefined ? null : toMessage(pinned),
  };
}

/** A room as a visitor finds it. */
export async function readChat(deps: Deps, visitor: Principal | undefined, roomId: number): Promise<ChatState> {
  const { db, realtime } = deps;
  const { room, person } = await requireReader(deps, visitor, roomId);
  // Before the messages: whoever continues from here may see one twice, but misses none.
  const position = await realtime.findPosition(db, topicOf(roomId));
  const { items, hasEarlier } = await readPage(db, roomId, undefined);
  return {
    room: await showRoom(db, requireFound(await store.findRoom(db, roomId))),
    messages: items,
    hasEarlier,
    position,
    you: {
      refusal: refusePost(person, room, room.now),
      mutedUntil: person.ban?.until?.toISOString() ?? null,
      canModerate: isModerator(person),
      name: visitor === undefined ? null : authorName(visitor),
    },
  };
}

/** The messages of a room before one of them, oldest first. */
export async function readEarlier(deps: Deps, visitor: Principal | undefined, roomId: number, before: number) {
  await requireReader(deps, visitor, roomId);
  return readPage(deps.db, roomId, before);
}

async function readPage(db: Queryable, roomId: number, before: number | undefined) {
  const rows = await store.findMessages(db, roomId, before, pageSize + 1);
  return { items: rows.slice(0, pageSize).reverse().map(toMessage), hasEarlier: rows.length > pageSize };
}
