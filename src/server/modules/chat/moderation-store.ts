import type { ChatLogEntry } from "#contract/chat/chat.ts";
import type { Role } from "#contract/accounts/accounts.ts";
import { accountsTables } from "#server/modules/accounts/tables.ts";
import type { Queryable, Tx } from "#server/platform/db/database.ts";
import { allRows, allValues, firstRow, hasRows, run } from "#server/platform/db/rows.ts";
import type { Stored } from "#server/platform/shown.ts";

/** Hides or shows a message. @returns whether that changed it */
export function setHidden(tx: Tx, messageId: number, isHidden: boolean): Promise<boolean> {
  return hasRows(tx)`
    update chat_messages set hidden_at = case when ${isHidden}::boolean then clock_now() end, hidden_by = null
    where id = ${messageId} and (hidden_at is not null) <> ${isHidden}::boolean returning 1`;
}

/** A message that was hidden with others, or is shown again with them. */
export interface MovedMessage {
  id: number;
  roomId: number;
  authorName: string;
}

/** Locks the rooms in which someone's shown messages are, or the given one, in the order in which all lock them. */
export function lockRoomsOf(
  tx: Tx,
  userId: number,
  roomId: number | null,
): Promise<{ id: number; pinnedId: number | null }[]> {
  return allRows(tx)`
    select id, pinned_id as "pinnedId" from chat_rooms r
    where (${roomId}::bigint is null or id = ${roomId}::bigint) and exists (
      select from chat_messages m where m.room_id = r.id and m.author_id = ${userId} and m.hidden_at is null)
    order by id for update`;
}

/** Hides the next messages that someone wrote in some rooms, by a ban. */
export function hideNext(
  tx: Tx,
  { banId, userId, roomIds, limit }: { banId: number; userId: number; roomIds: number[]; limit: number },
): Promise<MovedMessage[]> {
  return allRows(tx)`
    update chat_messages set hidden_at = clock_now(), hidden_by = ${banId} where id in (
      select id from chat_messages
      where author_id = ${userId} and hidden_at is null and room_id = any(${roomIds}::bigint[])
      order by id limit ${limit} for no key update)
    returning id, room_id as "roomId", author_name as "authorName"`;
}

/** Shows the next messages again that a ban hid. */
export function showNext(tx: Tx, banId: number, limit: number): Promise<MovedMessage[]> {
  return allRows(tx)`
    update chat_messages set hidden_at = null, hidden_by = null where id in (
      select id from chat_messages where hidden_by = ${banId} order by id limit ${limit} for no key update)
    returning id, room_id as "roomId", author_name as "authorName"`;
}

export function findRoomIds(db: Queryable): Promise<number[]> {
  return allValues(db)`select id from chat_rooms order by id`;
}

/** Someone's role and name. */
export function findPerson(db: Queryable, id: number): Promise<{ id: number; role: Role; name: string } | undefined> {
  return firstRow(db)`
    select u.id, u.role, u.display_name as name from ${accountsTables.users} u where u.id = ${id}`;
}

/** What a moderator did. */
interface NewLogEntry {
  roomId: number | null;
  moderator: { id: number; displayName: string };
  action: ChatLogEntry["action"];
  messageId?: number | null;
  person?: { id: number | null; name: string } | undefined;
  reason: string;
}

/** Records what a moderator did, in its transaction. */
export function insertLogEntry(
  tx: Tx,
  { roomId, moderator, action, messageId, person, reason }: NewLogEntry,
): Promise<void> {
  return run(tx)`
    insert into chat_log (room_id, moderator_id, moderator_name, action, message_id, person_id, person_name, reason)
    values (${roomId}, ${moderator.id}, ${moderator.displayName}, ${action}, ${messageId ?? null}, ${person?.id ?? null},
      ${person?.name ?? null}, ${reason})`;
}

/** A room's log, with what was done in all rooms, newest first. */
export function findLog(db: Queryable, roomId: number, before: number | undefined): Promise<Stored<ChatLogEntry>[]> {
  return allRows(db)`
    select id, at, moderator_name as "moderatorName", action, message_id as "messageId", person_id as "personId",
      person_name as "personName", reason
    from chat_log where (room_id = ${roomId} or room_id is null)
      and (${before ?? null}::bigint is null or id < ${before ?? null})
    order by id desc limit 100`;
}
