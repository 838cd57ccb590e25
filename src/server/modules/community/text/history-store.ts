import type { Queryable, Tx } from "#server/platform/db/database.ts";
import { allRows, firstRow, run } from "#server/platform/db/rows.ts";
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

/** What a post or comment said before an edit. */
interface EarlierRow {
  id: number;
  at: Date;
  text: string;
  imageCount: number;
  isHidden: boolean;
}

/** The earlier texts of a post or comment, newest first. */
export function findEarlierTexts(db: Queryable, of: Mentioning): Promise<EarlierRow[]> {
  const [postId, commentId] = "postId" in of ? [of.postId, null] : [null, of.commentId];
  return allRows(db)`
    select id, at, text, image_count as "imageCount", hidden_at is not null as "isHidden" from earlier_texts
    where post_id = ${postId}::bigint or comment_id = ${commentId}::bigint order by id desc limit 100`;
}

/** Hides an earlier text, or shows it again. @returns whether that changed it; undefined if there is none */
export async function setEditHidden(tx: Tx, id: number, isHidden: boolean): Promise<boolean | undefined> {
  const before = await firstRow(tx)<{ isHidden: boolean }>`
    select hidden_at is not null as "isHidden" from earlier_texts where id = ${id} for update`;
  if (before === undefined || before.isHidden === isHidden) return before && false;
  await run(tx)`
    update earlier_texts set hidden_at = case when ${isHidden}::boolean then clock_now() end where id = ${id}`;
  return true;
}
