import type { ChatLogEntry } from "#contract/chat/chat.ts";
import type { Role } from "#contract/accounts/accounts.ts";
import { accountsTables } from "#server/modules/accounts/tables.ts";
import type { Queryable, Tx } from "#server/platform/db/database.ts";
import { allRows, allValues, firstRow, hasRows, run } from "#server/platform/db/rows.ts";
import type { Stored } from "#server/platform/shown.ts";

/** Hides or shows a message. @returns whether that changed it */
export function setHidden(tx: Tx, messageId: number, isHidden: boolean): Promise<boolean> {
  return hasRows(tx)`
    update chat_messages set hidden_at = case when ${isHidden}::boolean then clock_now() end
    where id = ${messageId} and (hidden_at is not null) <> ${isHidden}::boolean returning 1`;
}

/** The strictest ban of someone that holds in a room now: a ban before a timeout, the longest first. */
export function findBan(db: Queryable, roomId: number, userId: number): Promise<{ until: Date | null } | undefined> {
  return firstRow(db)`
    select until from chat_bans where user_id = ${userId} and (room_id is null or room_id = ${roomId})
      and lifted_at is null and (until is null or until > clock_now())
    order by until desc nulls first limit 1`;
}

/** Bans someone from a room, or from all; a ban or timeout that they have there is replaced. */
export async function insertBan(tx: Tx, roomId: number | null, userId: number, seconds: number | null): Promise<void> {
  await liftBan(tx, roomId, userId);
  await run(tx)`
    insert into chat_bans (room_id, user_id, until)
    values (${roomId}, ${userId}, clock_now() + make_interval(secs => ${seconds}::integer))`;
}

/** Ends a ban or timeout. @returns whether there was one */
export function liftBan(tx: Tx, roomId: number | null, userId: number): Promise<boolean> {
  return hasRows(tx)`
    update chat_bans set lifted_at = clock_now()
    where user_id = ${userId} and room_id is not distinct from ${roomId} and lifted_at is null returning 1`;
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
export interface NewLogEntry {
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
