import { sql } from "kysely";
import { accountsTables } from "#server/modules/accounts/tables.ts";
import type { Queryable, Tx } from "#server/platform/db/database.ts";
import { allRows, firstRow, run } from "#server/platform/db/rows.ts";
import { rendererVersion } from "../text/render.ts";

/** Everything of a member, for their data download. */
export async function findRecords(db: Queryable, id: number) {
  const list = (query: ReturnType<typeof sql>) => allRows(db)<Record<string, unknown>>`${query}`;
  return {
    settings:
      (await firstRow(db)<object>`
      select show_joined as "showJoined", show_badges as "showBadges", is_findable as "isFindable",
        may_follow as "mayFollow", mentions, digest from community_members where user_id = ${id}`) ?? null,
    posts: await list(sql`
      select id, event_id as "eventId", status, created_at as at, edited_at as "editedAt", text from posts
      where author_id = ${id} order by id`),
    comments: await list(sql`
      select id, post_id as "postId", status, created_at as at, edited_at as "editedAt", text from comments
      where author_id = ${id} order by id`),
    earlierTexts: await list(sql`
      select t.post_id as "postId", t.comment_id as "commentId", t.at, t.text from earlier_texts t
      where t.post_id in (select id from posts where author_id = ${id})
        or t.comment_id in (select id from comments where author_id = ${id}) order by t.id`),
    reactions: await list(sql`
      select post_id as "postId", null::bigint as "commentId", kind from post_reactions where user_id = ${id}
      union all select null, comment_id, kind from comment_reactions where user_id = ${id}`),
    people: await list(
      sql`select kind, to_id as "personId", at from relations where from_id = ${id} order by kind, at`,
    ),
    goingWithTickets: await list(sql`
      select ticket_id as "ticketId", event_id as "eventId", at from going_tickets where user_id = ${id} order by ticket_id`),
    reports: await list(sql`
      select v.kind, v.target_id as "targetId", r.reason, r.note, r.at from reports r
      join review_items v on v.id = r.review_id where r.reporter_id = ${id} order by r.id`),
    moderation: await list(sql`
      select kind, reason, at, until from moderation_actions where person_id = ${id} order by id`),
    notifications: await list(sql`
      select kind, text, at, read_at as "readAt" from notifications where user_id = ${id} order by id`),
  };
}

/** What a member wrote that isn't published. */
export function findUnpublished(tx: Tx, id: number): Promise<{ kind: "post" | "comment"; id: number }[]> {
  return allRows(tx)`
    select 'post' as kind, id from posts where author_id = ${id} and status in ('held', 'hidden')
    union all select 'comment', id from comments where author_id = ${id} and status in ('held', 'hidden')`;
}

/** A text that was changed and needs new HTML. */
export interface ChangedText {
  kind: "post" | "comment";
  id: number;
  text: string;
}

/** Takes a member's handle out of the texts that mention them. @returns these texts */
export async function forgetMentions(tx: Tx, id: number): Promise<ChangedText[]> {
  const handle = sql`(select '@' || replace(u.username, '.', '\\.') || '(?![[:alnum:]_])'
    from ${accountsTables.users} u where u.id = ${id})`;
  const without = sql`regexp_replace(text, ${handle}, '@deleted', 'gi')`;
  const posts = sql`(select post_id from post_mentions where user_id = ${id} and post_id is not null)`;
  const comments = sql`(select comment_id from post_mentions where user_id = ${id} and comment_id is not null)`;
  await run(tx)`update earlier_texts set text = ${without} where post_id in ${posts} or comment_id in ${comments}`;
  const changed = [
    ...(await allRows(tx)<ChangedText>`
      update posts set text = ${without} where id in ${posts} returning 'post' as kind, id, text`),
    ...(await allRows(tx)<ChangedText>`
      update comments set text = ${without} where id in ${comments} returning 'comment' as kind, id, text`),
  ];
  await run(tx)`delete from post_mentions where user_id = ${id}`;
  return changed;
}

/** Stores the HTML of a changed text. */
export function setHtml(tx: Tx, { kind, id }: ChangedText, html: string): Promise<void> {
  return run(tx)`
    update ${kind === "post" ? sql`posts` : sql`comments`} set html = ${html}, html_version = ${rendererVersion}
    where id = ${id}`;
}

/** Deletes a member's reactions, with the counts that they are in. */
export async function forgetReactions(tx: Tx, id: number): Promise<void> {
  const less = (table: string) => sql`
    reaction_count = reaction_count - 1,
    reactions = case when (${sql.raw(table)}.reactions ->> r.kind)::integer > 1
      then jsonb_set(${sql.raw(table)}.reactions, array[r.kind], to_jsonb((${sql.raw(table)}.reactions ->> r.kind)::integer - 1))
      else ${sql.raw(table)}.reactions - r.kind end`;
  await run(tx)`update posts p set ${less("p")} from post_reactions r where r.post_id = p.id and r.user_id = ${id}`;
  await run(tx)`delete from post_reactions where user_id = ${id}`;
  await run(
    tx,
  )`update comments c set ${less("c")} from comment_reactions r where r.comment_id = c.id and r.user_id = ${id}`;
  await run(tx)`delete from comment_reactions where user_id = ${id}`;
}

/** Takes a member's name from what stays, and deletes the rest of what is stored about them. */
export async function forgetMember(tx: Tx, id: number, name: string): Promise<void> {
  await run(tx)`update posts set author_id = null where author_id = ${id}`;
  await run(tx)`update comments set author_id = null where author_id = ${id}`;
  await run(tx)`update reports set reporter_id = null where reporter_id = ${id}`;
  await run(tx)`update review_items set author_id = null where author_id = ${id}`;
  await run(tx)`update review_items set decided_by = null where decided_by = ${id}`;
  await run(tx)`update moderation_actions set person_id = null where person_id = ${id}`;
  await run(tx)`
    update moderation_actions set moderator_id = null, moderator_name = ${name} where moderator_id = ${id}`;
  await run(tx)`update moderation_actions set undone_by = null where undone_by = ${id}`;
  await run(tx)`delete from relations where from_id = ${id} or to_id = ${id}`;
  await run(tx)`delete from going_tickets where user_id = ${id}`;
  await run(tx)`delete from notifications where user_id = ${id} or actor_id = ${id}`;
  await run(tx)`delete from community_members where user_id = ${id}`;
}

/** Gives what moderators did to a guest to a member. */
export async function moveGuest(tx: Tx, fromId: number, toId: number): Promise<void> {
  await run(tx)`update moderation_actions set person_id = ${toId} where person_id = ${fromId}`;
  await run(tx)`delete from community_members where user_id = ${fromId}`;
}
