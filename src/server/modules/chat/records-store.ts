import type { Queryable, Tx } from "#server/platform/db/database.ts";
import { allRows, countRows, run } from "#server/platform/db/rows.ts";

/** What someone wrote, oldest first. */
export function findMessagesOf(db: Queryable, userId: number) {
  return allRows(db)<{ roomId: number; at: Date; text: string }>`
    select room_id as "roomId", at, text from chat_messages where author_id = ${userId} order by id`;
}

/** What someone reacted to. */
export function findReactionsOf(db: Queryable, userId: number) {
  return allRows(db)<{ messageId: number; kind: string }>`
    select message_id as "messageId", kind from chat_reactions where user_id = ${userId} order by message_id`;
}

/** How many messages someone wrote. */
export function countMessagesOf(db: Queryable, userId: number): Promise<number> {
  return countRows(db)`select 1 from chat_messages where author_id = ${userId}`;
}

/**
 * Takes an author's name from everything that they wrote and deletes the rest of what is stored about them.
 *
 * @returns their messages of the last two hours, which may still be replayed
 */
export async function forgetAuthor(
  tx: Tx,
  userId: number,
  name: string,
): Promise<{ roomId: number; messageId: number }[]> {
  await run(tx)`delete from chat_reactions where user_id = ${userId}`;
  await run(tx)`delete from chat_authors where user_id = ${userId}`;
  await run(tx)`update chat_log set person_id = null, person_name = ${name} where person_id = ${userId}`;
  return allRows(tx)`
    with forgotten as (
      update chat_messages set author_id = null, author_name = ${name}, badge = null where author_id = ${userId}
      returning id, room_id, at
    )
    select room_id as "roomId", id as "messageId" from forgotten where at > clock_now() - interval '2 hours' order by id`;
}

/** Gives everything of one person to another. Of reactions that both have, the other's own stay. */
export async function moveAuthor(tx: Tx, fromId: number, toId: number): Promise<void> {
  await run(tx)`update chat_messages set author_id = ${toId} where author_id = ${fromId}`;
  await run(tx)`
    update chat_reactions r set user_id = ${toId} where user_id = ${fromId}
      and not exists (select from chat_reactions o where o.message_id = r.message_id and o.user_id = ${toId})`;
  await run(tx)`delete from chat_reactions where user_id = ${fromId}`;
  await run(tx)`delete from chat_authors where user_id = ${fromId}`;
  await run(tx)`update chat_log set person_id = ${toId} where person_id = ${fromId}`;
}
