import { numbersAmong, type QuotedText, quoteText, type TargetNamer } from "#server/platform/target-names.ts";
import { sql } from "kysely";
import type { ChatMessage, ChatRoom } from "#contract/chat/chat.ts";
import { accountsTables } from "#server/modules/accounts/tables.ts";
import { integer } from "#server/platform/db/columns.ts";
import type { Queryable, Tx } from "#server/platform/db/database.ts";
import { allRows, allValues, firstRow, firstValue, onlyValue, hasRows, run } from "#server/platform/db/rows.ts";
import type { Stored } from "#server/platform/shown.ts";
import type { OwnedRoom } from "./owners.ts";
import type { Opening } from "./rules.ts";

/** A room as stored, and the database's time. */
export type RoomRow = Omit<Stored<ChatRoom>, "isOpen" | "pinned" | "opensAt" | "closesAt"> &
  Opening &
  OwnedRoom & { pinnedId: number | null; now: Date };

const roomColumns = sql`
  id, kind, owner_id as "ownerId", audience, slow_seconds as "slowSeconds", links, opens_at as "opensAt",
  closes_at as "closesAt", is_paused as "isPaused", pinned_id as "pinnedId", clock_now() as now`;

/** What a room starts with, and what its owner may change. */
export interface RoomTerms {
  audience: ChatRoom["audience"];
  opensAt: Date | null;
  closesAt: Date | null;
}

/** Makes a room, or gives the one that is there these terms. */
export function upsertRoom(tx: Tx, kind: string, ownerId: number, terms: RoomTerms): Promise<number> {
  return onlyValue(tx, integer)`
    insert into chat_rooms (kind, owner_id, audience, opens_at, closes_at)
    values (${kind}, ${ownerId}, ${terms.audience}, ${terms.opensAt}, ${terms.closesAt})
    on conflict (kind, owner_id) do update
    set audience = excluded.audience, opens_at = excluded.opens_at, closes_at = excluded.closes_at returning id`;
}

export function findRoom(db: Queryable, id: number): Promise<RoomRow | undefined> {
  return firstRow(db)`select ${roomColumns} from chat_rooms where id = ${id}`;
}

/** Rooms by their ids, as their owner modules know them. */
export function findOwned(db: Queryable, ids: number[]): Promise<OwnedRoom[]> {
  return allRows(db)`select id, kind, owner_id as "ownerId" from chat_rooms where id = any(${ids}::bigint[])`;
}

/** As `findRoom()`, locked against changes of its rules. */
export function lockRoom(tx: Tx, id: number): Promise<RoomRow | undefined> {
  return firstRow(tx)`select ${roomColumns} from chat_rooms where id = ${id} for update`;
}

/** Sets a room's rules. */
export function updateRoom(
  tx: Tx,
  {
    id,
    audience,
    slowSeconds,
    links,
    isPaused,
  }: Pick<RoomRow, "id" | "audience" | "slowSeconds" | "links" | "isPaused">,
): Promise<void> {
  return run(tx)`
    update chat_rooms set audience = ${audience}, slow_seconds = ${slowSeconds}, links = ${links},
      is_paused = ${isPaused} where id = ${id}`;
}

/** Pins a message, or none. */
export function setPinned(tx: Tx, roomId: number, messageId: number | null): Promise<void> {
  return run(tx)`update chat_rooms set pinned_id = ${messageId} where id = ${roomId}`;
}

/** A message as readers get it. */
type MessageRow = Stored<ChatMessage>;

const messageColumns = sql`
  m.id, m.at, m.author_id as "authorId", m.author_name as "authorName", m.badge, m.text, m.reply_to_id as "replyToId",
  coalesce((select json_agg(json_build_object('kind', r.kind, 'count', r.count) order by r.kind) from (
    select kind, count(*)::integer as count from chat_reactions where message_id = m.id group by kind) r), '[]') as reactions`;

/** The latest shown messages of a room, before one if given, newest first. */
export function findMessages(
  db: Queryable,
  roomId: number,
  before: number | undefined,
  limit: number,
): Promise<MessageRow[]> {
  return allRows(db)`
    select ${messageColumns} from chat_messages m
    where m.room_id = ${roomId} and m.hidden_at is null and (${before ?? null}::bigint is null or m.id < ${before ?? null})
    order by m.id desc limit ${limit}`;
}

/** One shown message. */
export function findMessage(db: Queryable, id: number): Promise<MessageRow | undefined> {
  return firstRow(db)`select ${messageColumns} from chat_messages m where m.id = ${id} and m.hidden_at is null`;
}

/** Locks a message until the transaction ends. @returns whether it is shown */
export function lockShown(tx: Tx, id: number): Promise<boolean> {
  return hasRows(tx)`select from chat_messages where id = ${id} and hidden_at is null for no key update`;
}

/** The room of a message, hidden or not, and who wrote it. */
export function findPlace(
  db: Queryable,
  messageId: number,
): Promise<{ roomId: number; authorId: number | null; authorName: string } | undefined> {
  return firstRow(db)`
    select room_id as "roomId", author_id as "authorId", author_name as "authorName" from chat_messages
    where id = ${messageId}`;
}

/**
 * Lets someone post in a room now, and locks them there until the transaction ends. False if they posted less than
 * `slowSeconds` ago: of messages sent at the same time, one gets through.
 */
export function spendTurn(tx: Tx, roomId: number, userId: number, slowSeconds: number): Promise<boolean> {
  return hasRows(tx)`
    insert into chat_authors as a (room_id, user_id, last_at) values (${roomId}, ${userId}, clock_now())
    on conflict (room_id, user_id) do update set last_at = clock_now()
    where ${slowSeconds} = 0 or a.last_at <= clock_now() - make_interval(secs => ${slowSeconds}) returning 1`;
}

/** Waits for what someone is posting in some rooms, and keeps them from posting until the transaction ends. */
export function holdBack(tx: Tx, roomIds: number[], userId: number): Promise<void> {
  return run(tx)`
    insert into chat_authors as a (room_id, user_id) select id, ${userId} from unnest(${roomIds}::bigint[]) id order by id
    on conflict (room_id, user_id) do update set last_at = a.last_at`;
}

/** Seconds until someone may post again in slow mode. */
export function findWait(db: Queryable, roomId: number, userId: number, slowSeconds: number): Promise<number> {
  return onlyValue(db, integer)`
    select greatest(1, ceil(extract(epoch from last_at - clock_now())) + ${slowSeconds})::integer from chat_authors
    where room_id = ${roomId} and user_id = ${userId}`;
}

/** The message that a browser already sent under this id; also a hidden one, with its text left out. */
export async function findSent(
  db: Queryable,
  roomId: number,
  authorId: number,
  clientId: string,
): Promise<number | undefined> {
  return firstValue(db, integer)`
    select id from chat_messages where room_id = ${roomId} and author_id = ${authorId} and client_id = ${clientId}::uuid`;
}

/** What a message is made of. */
interface NewMessage {
  roomId: number;
  author: { id: number; name: string; badge: ChatMessage["badge"] };
  text: string;
  replyToId: number | null;
  clientId: string;
}

/** Stores a message; undefined if the same one is there already. */
export function insertMessage(tx: Tx, message: NewMessage): Promise<number | undefined> {
  return firstValue(tx, integer)`
    insert into chat_messages (room_id, author_id, author_name, badge, text, reply_to_id, client_id)
    values (${message.roomId}, ${message.author.id}, ${message.author.name}, ${message.author.badge}, ${message.text},
      ${message.replyToId}, ${message.clientId}::uuid)
    on conflict (room_id, author_id, client_id) do nothing returning id`;
}

/** How many of someone's messages stand, counted up to `max`. */
export function countShown(db: Queryable, authorId: number, max: number): Promise<number> {
  return onlyValue(db, integer)`
    select count(*)::integer from (
      select 1 from chat_messages where author_id = ${authorId} and hidden_at is null limit ${max}) shown`;
}

/** Sets or removes someone's reaction to a message. @returns whether it changed */
export function setReaction(tx: Tx, messageId: number, userId: number, kind: string | null): Promise<boolean> {
  if (kind === null)
    return hasRows(tx)`
      delete from chat_reactions where message_id = ${messageId} and user_id = ${userId} returning 1`;
  return hasRows(tx)`
    insert into chat_reactions as r (message_id, user_id, kind) values (${messageId}, ${userId}, ${kind})
    on conflict (message_id, user_id) do update set kind = excluded.kind where r.kind <> excluded.kind returning 1`;
}

/** Which of these handles, in lower case, members have. */
export async function findMembersByHandle(db: Queryable, handles: string[]): Promise<Set<string>> {
  return new Set(
    await allValues(db)<string>`
      select lower(username) from ${accountsTables.users}
      where lower(username) = any(${handles}::text[]) and role <> 'guest'`,
  );
}

/** What the activity log calls chat messages: whose they are, and how they begin. */
export const targetNames: Record<string, TargetNamer> = {
  chat_message: async (db, ids) =>
    (
      await allRows(db)<QuotedText & { id: number }>`
        select id, author_name as author, text, case when hidden_at is null then 'published' else 'hidden' end as status
        from chat_messages where id = any(${numbersAmong(ids)}::bigint[])`
    ).map((row) => ({ id: row.id, name: quoteText(row) })),
};
