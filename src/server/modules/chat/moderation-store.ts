import type { ChatLogEntry } from "#contract/chat/chat.ts";
import type { Role } from "#contract/accounts/accounts.ts";
import { accountsTables } from "#server/modules/accounts/tables.ts";
import { integer } from "#server/platform/db/columns.ts";
import type { Queryable, Tx } from "#server/platform/db/database.ts";
import { allRows, allValues, firstRow, firstValue, onlyValue, hasRows, run } from "#server/platform/db/rows.ts";
import type { Stored } from "#server/platform/shown.ts";

/** Hides or shows a message. @returns whether that changed it */
export function setHidden(tx: Tx, messageId: number, isHidden: boolean): Promise<boolean> {
  return hasRows(tx)`
    update chat_messages set hidden_at = case when ${isHidden}::boolean then clock_now() end, hidden_by = null
    where id = ${messageId} and (hidden_at is not null) <> ${isHidden}::boolean returning 1`;
}

/** The strictest ban of someone that holds in a room now: a ban before a timeout, the longest first. */
export function findBan(db: Queryable, roomId: number, userId: number): Promise<{ until: Date | null } | undefined> {
  return firstRow(db)`
    select until from chat_bans where user_id = ${userId} and (room_id is null or room_id = ${roomId})
      and lifted_at is null and (until is null or until > clock_now())
    order by until desc nulls first limit 1`;
}

/** Bans someone from a room, or from all; a ban or timeout that they have there is replaced. @returns the ban's id */
export async function insertBan(
  tx: Tx,
  roomId: number | null,
  userId: number,
  seconds: number | null,
): Promise<number> {
  const replacedId = await liftBan(tx, roomId, userId);
  return onlyValue(tx, integer)`
    insert into chat_bans (room_id, user_id, until, replaced_id)
    values (${roomId}, ${userId}, clock_now() + make_interval(secs => ${seconds}::integer), ${replacedId ?? null})
    returning id`;
}

/** Ends the ban or timeout of someone in a place. @returns its id, if there was one */
export function liftBan(tx: Tx, roomId: number | null, userId: number): Promise<number | undefined> {
  return firstValue(tx, integer)`
    update chat_bans set lifted_at = clock_now()
    where user_id = ${userId} and room_id is not distinct from ${roomId} and lifted_at is null returning id`;
}

/** Ends a ban if it still holds, and puts back the one that it replaced. @returns whether it held */
export async function undoBan(tx: Tx, banId: number): Promise<boolean> {
  const ended = await firstRow(tx)<{ replacedId: number | null }>`
    update chat_bans set lifted_at = clock_now() where id = ${banId} and lifted_at is null
    returning replaced_id as "replacedId"`;
  if (ended === undefined) return false;
  await run(tx)`
    update chat_bans set lifted_at = null
    where id = ${ended.replacedId}::bigint and (until is null or until > clock_now())`;
  return true;
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

/** The newest ban of someone in a place, whether or not it still holds. */
export function findLastBan(db: Queryable, roomId: number | null, userId: number): Promise<number | undefined> {
  return firstValue(db, integer)`
    select id from chat_bans where user_id = ${userId} and room_id is not distinct from ${roomId} order by id desc limit 1`;
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
