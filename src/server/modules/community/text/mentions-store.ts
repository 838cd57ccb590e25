import type { Viewer } from "../viewer.ts";
import { accountsTables } from "#server/modules/accounts/tables.ts";
import type { Queryable, Tx } from "#server/platform/db/database.ts";
import { allRows, mapRows, run } from "#server/platform/db/rows.ts";

export type Mentioning = { postId: number } | { commentId: number };

/** Members by handle whom an author may mention: no block between them, and they allow it. */
export function findMentioned(db: Queryable, author: Viewer, handles: string[]): Promise<Map<string, number>> {
  return mapRows(db)`
    select lower(u.username) as handle, u.id from ${accountsTables.users} u
    left join community_members m on m.user_id = u.id
    where lower(u.username) = any(${handles}::text[]) and u.role <> 'guest' and u.suspended_at is null
      and u.id <> all(${author.apart}::bigint[])
      and (u.id = ${author.id}::bigint or coalesce(m.mentions, 'everyone') = 'everyone' or m.mentions = 'following' and exists (
        select from relations r where r.from_id = u.id and r.kind = 'follow' and r.to_id = ${author.id}::bigint))`;
}

const targetOf = (of: Mentioning) =>
  "postId" in of ? { postId: of.postId, commentId: null } : { postId: null, commentId: of.commentId };

/** Sets whom a text mentions. @returns those whom it didn't mention before */
export async function setMentions(tx: Tx, of: Mentioning, userIds: number[]): Promise<number[]> {
  const { postId, commentId } = targetOf(of);
  await run(tx)`
    delete from post_mentions where post_id is not distinct from ${postId}::bigint
      and comment_id is not distinct from ${commentId}::bigint and user_id <> all(${userIds}::bigint[])`;
  const added = await allRows(tx)<{ userId: number }>`
    insert into post_mentions (user_id, post_id, comment_id)
    select id, ${postId}::bigint, ${commentId}::bigint from unnest(${userIds}::bigint[]) id
    on conflict do nothing returning user_id as "userId"`;
  return added.map(({ userId }) => userId);
}

/** Whom some posts or comments mention: handles in lower case and ids. */
export function findMentionsIn(
  db: Queryable,
  kind: "post" | "comment",
  ids: number[],
): Promise<{ id: number; handle: string; userId: number }[]> {
  const [posts, comments] = kind === "post" ? [ids, []] : [[], ids];
  return allRows(db)`
    select coalesce(m.post_id, m.comment_id) as id, lower(u.username) as handle, u.id as "userId"
    from post_mentions m join ${accountsTables.users} u on u.id = m.user_id
    where m.post_id = any(${posts}::bigint[]) or m.comment_id = any(${comments}::bigint[])`;
}

/** The people whom a post or comment mentions. */
export async function findMentionedIn(db: Queryable, of: Mentioning): Promise<number[]> {
  const { postId, commentId } = targetOf(of);
  const rows = await allRows(db)<{ userId: number }>`
    select user_id as "userId" from post_mentions where post_id = ${postId}::bigint or comment_id = ${commentId}::bigint`;
  return rows.map(({ userId }) => userId);
}
