import { integer } from "#server/platform/db/columns.ts";
import type { Queryable, Tx } from "#server/platform/db/database.ts";
import { community, findActive } from "#server/modules/restrictions/index.ts";
import { onlyValue, onlyRow, allRows } from "#server/platform/db/rows.ts";

/** A member's row, as far as it decides what they may write. */
export interface MemberRow {
  /** Null also for a mute for good. */
  mutedUntil: Date | null;
  mutedReason: string | null;
  isMuted: boolean;
  approvedPosts: number;
  heldPosts: number;
}

/**
 * Locks a member's row until the transaction ends: what they write comes one after the other, and nothing of theirs is
 * published after a mute.
 */
export async function lockMember(tx: Tx, userId: number): Promise<MemberRow> {
  await onlyRow(tx)`
    insert into community_members (user_id) values (${userId})
    on conflict (user_id) do update set user_id = excluded.user_id returning user_id`;
  return readMember(tx, userId);
}

/** The same without a lock. */
export async function readMember(db: Queryable, userId: number): Promise<MemberRow> {
  const mute = await findActive(db, userId, community);
  const posts = await onlyRow(db, { heldPosts: integer, approvedPosts: integer })`
    select r.held_posts as "heldPosts",
      (select count(*)::integer from (
        select from posts p where p.author_id = ${userId} and p.published_at is not null
          and p.status in ('published', 'deleted') limit r.held_posts) approved) as "approvedPosts"
    from community_rules r`;
  const { endsAt: mutedUntil = null, reason: mutedReason = null } = mute ?? {};
  return { ...posts, isMuted: mute !== undefined, mutedUntil, mutedReason };
}

/** How many seconds someone must wait before they write more; 0 if they needn't. */
export function findWait(tx: Tx, what: "post" | "comment", userId: number, maxPerHour: number): Promise<number> {
  if (what === "post") {
    return onlyValue(tx, integer)`
      select coalesce(ceil(extract(epoch from (
        select p.created_at from posts p where p.author_id = ${userId} and p.created_at > clock_now() - interval '1 hour'
        order by p.created_at desc offset ${maxPerHour - 1} limit 1) + interval '1 hour' - clock_now())), 0)::integer`;
  }
  return onlyValue(tx, integer)`
    select coalesce(ceil(extract(epoch from (
      select c.created_at from comments c where c.author_id = ${userId} and c.created_at > clock_now() - interval '1 hour'
      order by c.created_at desc offset ${maxPerHour - 1} limit 1) + interval '1 hour' - clock_now())), 0)::integer`;
}

/** Whom someone is kept apart from by a block of either, and whom they muted. */
export function findKeptAway(db: Queryable, userId: number): Promise<{ kind: "block" | "mute"; id: number }[]> {
  return allRows(db)`
    select kind, to_id as id from relations where from_id = ${userId} and kind in ('block', 'mute')
    union select kind, from_id from relations where to_id = ${userId} and kind = 'block'`;
}
