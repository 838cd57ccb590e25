import type { DigestChoice } from "#contract/community/notifications.ts";
import { accountsTables } from "#server/modules/accounts/tables.ts";
import type { Database, Queryable, Tx } from "#server/platform/db/database.ts";
import { allRows, allValues, firstRow, hasRows, run } from "#server/platform/db/rows.ts";
import { sql } from "kysely";

/** A member's choice of digests. */
export function findChoice(
  db: Queryable,
  userId: number,
): Promise<{ digest: DigestChoice; digestAt: Date | null } | undefined> {
  return firstRow(db)`
    select digest, digest_at as "digestAt" from community_members where user_id = ${userId}`;
}

/** Sets a member's choice of digests. */
export function setChoice(db: Queryable, userId: number, digest: DigestChoice): Promise<void> {
  return run(db)`
    insert into community_members (user_id, digest) values (${userId}, ${digest})
    on conflict (user_id) do update set digest = excluded.digest`;
}

/** Ends a member's digests. @returns false for someone who has no choice stored */
export function endDigests(db: Queryable, userId: number): Promise<boolean> {
  return hasRows(db)`update community_members set digest = 'off' where user_id = ${userId} returning user_id`;
}

/** A digest that is due: to whom. */
export interface DueDigest {
  userId: number;
  email: string;
  name: string;
  /** Notifications up to this one are in it; what came before `sinceId` was in an earlier one. */
  sinceId: number;
  upToId: number;
}

/** How long before a digest's time is up it counts as due: people read it at the same hour each day. */
const dueTime = sql`case m.digest when 'daily' then interval '23 hours' else interval '6 days 23 hours' end`;

/**
 * Takes members whose digest is due, each by one transaction: rows that another node works on are skipped. Only those
 * with a confirmed email and something unread that no digest had.
 */
export function claimDue(tx: Tx, max: number): Promise<DueDigest[]> {
  return allRows(tx)`
    with due as (
      select m.user_id, m.digest_at from community_members m
      where m.digest <> 'off' and m.digest_at <= clock_now() - (${dueTime})
      order by m.digest_at limit ${max} for update skip locked
    ), taken as (
      update community_members m set digest_at = clock_now() from due where m.user_id = due.user_id
      returning m.user_id, due.digest_at as since
    )
    select t.user_id as "userId", u.email, u.display_name as name, min(n.id) as "sinceId", max(n.id) as "upToId"
    from taken t join ${accountsTables.users} u on u.id = t.user_id and u.email is not null and u.suspended_at is null
      and u.role <> 'guest'
    join notifications n on n.user_id = t.user_id and n.read_at is null and n.at > t.since
    group by t.user_id, u.email, u.display_name order by t.user_id`;
}

/** Whether any digest is due. */
export function hasDue(db: Database): Promise<boolean> {
  return hasRows(db)`
    select from community_members m where m.digest <> 'off' and m.digest_at <= clock_now() - (${dueTime}) limit 1`;
}

/** A member as their digest needs them. */
export function findReader(
  db: Queryable,
  userId: number,
): Promise<{ id: number; displayName: string; digest: DigestChoice } | undefined> {
  return firstRow(db)`
    select u.id, u.display_name as "displayName", m.digest from ${accountsTables.users} u
    join community_members m on m.user_id = u.id where u.id = ${userId} and u.role <> 'guest'`;
}

/** Members without a row: they get digests too once they have notifications. */
export function addMissingMembers(db: Database): Promise<number[]> {
  return allValues(db)`
    insert into community_members (user_id)
    select distinct n.user_id from notifications n
    where n.at > clock_now() - interval '2 days' and not exists (select from community_members m where m.user_id = n.user_id)
    on conflict do nothing returning user_id`;
}
