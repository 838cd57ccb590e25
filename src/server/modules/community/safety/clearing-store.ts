import { sql } from "kysely";
import type { Role } from "#contract/accounts/accounts.ts";
import { accountsTables } from "#server/modules/accounts/tables.ts";
import { integer } from "#server/platform/db/columns.ts";
import type { Queryable, Tx } from "#server/platform/db/database.ts";
import { allRows, allValues, firstRow, onlyValue, run } from "#server/platform/db/rows.ts";
import type { ChangedItem } from "./actions-store.ts";

/** The accounts of these ids that still exist. */
export function findAccounts(tx: Tx, ids: number[]): Promise<{ id: number; role: Role }[]> {
  return allRows(tx)`
    select u.id, u.role from ${accountsTables.users} u
    where u.id = any(${ids}::bigint[]) and u.deleted_at is null order by u.id`;
}

/**
 * Records that some people are to be cleared. For one person it is one action; for more, an action that names nobody and
 * one for each of them below it. @returns the action's id
 */
export async function insertClearing(
  tx: Tx,
  {
    personIds,
    moderator,
    reason,
  }: { personIds: number[]; moderator: { id: number; displayName: string }; reason: string },
): Promise<number> {
  const insert = (parentId: number | null, ids: (number | null)[]) => allValues(tx)<number>`
    insert into moderation_actions (kind, person_id, moderator_id, moderator_name, reason, parent_id, is_pending)
    select 'clear', person_id, ${moderator.id}, ${moderator.displayName}, ${reason}, ${parentId}::bigint,
      person_id is not null
    from unnest(${ids}::bigint[]) person_id order by person_id returning id`;
  if (personIds.length === 1) return (await insert(null, personIds))[0]!;
  const leadId = (await insert(null, [null]))[0]!;
  await insert(leadId, personIds);
  return leadId;
}

/** Work that is left on one person: to clear them, or to undo that. */
export interface PendingClearing {
  id: number;
  /** Null for an account that was deleted meanwhile. */
  personId: number | null;
  isGuest: boolean;
  isUndo: boolean;
  /** The ban that came with it; null before the first transaction. */
  chatBanId: number | null;
  /** Whoever pressed; null for an account that was deleted meanwhile. */
  staffId: number | null;
  staffName: string;
  reason: string;
}

/** Locks an action until the transaction ends; undefined if nothing is left to do for it. */
export function lockPending(tx: Tx, id: number): Promise<PendingClearing | undefined> {
  return firstRow(tx)`
    select m.id, m.person_id as "personId", coalesce(p.role = 'guest', false) as "isGuest",
      m.undone_at is not null as "isUndo", m.chat_ban_id as "chatBanId",
      case when m.undone_at is null then m.moderator_id else m.undone_by end as "staffId",
      case when m.undone_at is null then m.moderator_name else coalesce(u.display_name, '') end as "staffName",
      case when m.undone_at is null then m.reason else coalesce(m.undo_reason, '') end as reason
    from moderation_actions m left join ${accountsTables.users} p on p.id = m.person_id
    left join ${accountsTables.users} u on u.id = m.undone_by
    where m.id = ${id} and m.is_pending for update of m`;
}

/** Records the ban that came with an action, and the mute that was there before, as `insertAction` does. */
export function startClearing(tx: Tx, id: number, chatBanId: number): Promise<void> {
  return run(tx)`
    update moderation_actions a set chat_ban_id = ${chatBanId}, former_until = m.muted_until, former_reason = m.muted_reason
    from community_members m where a.id = ${id} and m.user_id = a.person_id`;
}

/** Adds to how many chat messages an action hid. */
export function countMessages(tx: Tx, id: number, count: number): Promise<void> {
  return run(tx)`update moderation_actions set message_count = message_count + ${count} where id = ${id}`;
}

/** Records that nothing is left to do. */
export function endPending(tx: Tx, id: number): Promise<void> {
  return run(tx)`update moderation_actions set is_pending = false where id = ${id}`;
}

/** Marks an action that was undone, and those below it, as work for undoing. */
export async function markUndoing(
  tx: Tx,
  id: number,
  { moderator, reason }: { moderator: { id: number }; reason: string },
): Promise<void> {
  await run(tx)`
    update moderation_actions set undone_at = coalesce(undone_at, clock_now()), undone_by = ${moderator.id},
      undo_reason = ${reason}, is_pending = person_id is not null
    where id = ${id} or (parent_id = ${id} and undone_at is null)`;
}

/** The next things of an action that undoing has not come to. */
export function findAppliedItems(tx: Tx, actionId: number, limit: number): Promise<ChangedItem[]> {
  return allRows(tx)`
    select kind, target_id as id, review_id as "reviewId", former_status as "formerStatus", former_reason as "formerReason"
    from moderation_items where action_id = ${actionId} and is_applied order by kind, target_id limit ${limit}`;
}

/** Records that undoing has gone past a thing. */
export function markItemUndone(tx: Tx, actionId: number, { kind, id }: ChangedItem): Promise<void> {
  return run(tx)`
    update moderation_items set is_applied = false
    where action_id = ${actionId} and kind = ${kind} and target_id = ${id}`;
}

/** What is left to do, for one action and those below it, or for all; the oldest first. */
export function findPending(db: Queryable, actionId: number | null, limit: number): Promise<number[]> {
  const isOf = actionId === null ? sql`true` : sql`(id = ${actionId} or parent_id = ${actionId})`;
  return allValues(db)`select id from moderation_actions where is_pending and ${isOf} order by id limit ${limit}`;
}

/** How many people wait for five minutes. */
export function countOverdue(db: Queryable): Promise<number> {
  return onlyValue(db, integer)`
    select count(*)::integer from moderation_actions
    where is_pending and coalesce(undone_at, at) < clock_now() - interval '5 minutes'`;
}
