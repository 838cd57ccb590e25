import type { HoldReason, ReviewItem } from "#contract/community/safety.ts";
import { integer } from "#server/platform/db/columns.ts";
import type { Queryable, Tx } from "#server/platform/db/database.ts";
import { allRows, firstRow, onlyValue, run } from "#server/platform/db/rows.ts";

/** What the queue is about. */
export type TargetKind = ReviewItem["content"]["kind"];

/** One thing in the queue. */
export interface Target {
  kind: TargetKind;
  id: number;
}

/** Puts something into the queue, or adds to what is waiting there. @returns the item's id */
export function upsertReview(
  tx: Tx,
  { kind, id, authorId, holds }: Target & { authorId: number | null; holds: HoldReason[] },
): Promise<number> {
  return onlyValue(tx, integer)`
    insert into review_items as v (kind, target_id, author_id, holds)
    values (${kind}, ${id}, ${authorId}::bigint, ${holds}::text[])
    on conflict (kind, target_id) where decided_at is null
    do update set holds = array(select distinct unnest(v.holds || excluded.holds)) returning id`;
}

/** What waits about a post, its photos and its comments; `isHeld` for a comment that was never published. */
export function findWaitingIn(tx: Tx, postId: number): Promise<(Target & { isHeld: boolean })[]> {
  return allRows(tx)`
    select v.kind, v.target_id as id, coalesce(c.status = 'held', false) as "isHeld" from review_items v
    left join comments c on v.kind = 'comment' and c.id = v.target_id
    where v.decided_at is null and (v.kind = 'post' and v.target_id = ${postId} or c.post_id = ${postId}
      or v.kind = 'photo' and v.target_id in (select i.id from post_images i where i.post_id = ${postId}))
    order by v.id`;
}

/** Locks the waiting item about something; undefined if none waits. */
export function lockWaiting(tx: Tx, { kind, id }: Target): Promise<{ id: number } | undefined> {
  return firstRow(tx)`
    select id from review_items where kind = ${kind} and target_id = ${id} and decided_at is null for update`;
}

/** Closes an item of the queue. @returns who reported it, for those who want to know */
export async function closeReview(
  tx: Tx,
  id: number,
  { decision, moderatorId }: { decision: "approved" | "hidden" | "removed"; moderatorId: number | null },
): Promise<number[]> {
  const rows = await allRows(tx)<{ reporterId: number | null }>`
    with closed as (
      update review_items set decided_at = clock_now(), decided_by = ${moderatorId}::bigint, decision = ${decision}
      where id = ${id} and decided_at is null returning id
    )
    select r.reporter_id as "reporterId" from reports r join closed on closed.id = r.review_id`;
  return rows.flatMap(({ reporterId }) => reporterId ?? []);
}

/** How many items wait. */
export function countWaiting(db: Queryable): Promise<number> {
  return onlyValue(db, integer)`select count(*)::integer from review_items where decided_at is null`;
}

/** Locks an item of the queue. */
export function lockReview(
  tx: Tx,
  id: number,
): Promise<(Target & { authorId: number | null; isDecided: boolean }) | undefined> {
  return firstRow(tx)`
    select kind, target_id as id, author_id as "authorId", decided_at is not null as "isDecided"
    from review_items where id = ${id} for update`;
}

/** Opens an item again that was decided; not if its thing waits in another one by now. */
export function reopenReview(tx: Tx, id: number): Promise<void> {
  return run(tx)`
    update review_items v set decided_at = null, decided_by = null, decision = null
    where id = ${id} and not exists (
      select from review_items o where o.kind = v.kind and o.target_id = v.target_id and o.decided_at is null)`;
}
