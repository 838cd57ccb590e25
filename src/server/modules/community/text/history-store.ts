import type { Queryable, Tx } from "#server/platform/db/database.ts";
import { allRows, run } from "#server/platform/db/rows.ts";
import type { Mentioning } from "./mentions-store.ts";

/** Keeps what a post or comment says, before an edit. */
export function insertEarlierText(
  tx: Tx,
  of: Mentioning,
  { at, text, imageCount = 0 }: { at: Date; text: string; imageCount?: number },
): Promise<void> {
  const postId = "postId" in of ? of.postId : null;
  const commentId = "commentId" in of ? of.commentId : null;
  return run(tx)`
    insert into earlier_texts (post_id, comment_id, at, text, image_count)
    values (${postId}::bigint, ${commentId}::bigint, ${at}, ${text}, ${imageCount})`;
}

/** The earlier texts of a post or comment, newest first. */
export function findEarlierTexts(
  db: Queryable,
  of: Mentioning,
): Promise<{ at: Date; text: string; imageCount: number }[]> {
  const [postId, commentId] = "postId" in of ? [of.postId, null] : [null, of.commentId];
  return allRows(db)`
    select at, text, image_count as "imageCount" from earlier_texts
    where post_id = ${postId}::bigint or comment_id = ${commentId}::bigint order by id desc limit 100`;
}
