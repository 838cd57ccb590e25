import { sql } from "kysely";
import type { ModerationAction, ModerationKind } from "#contract/community/safety.ts";
import type { PersonCard } from "#contract/community/community.ts";
import type { Role } from "#contract/accounts/accounts.ts";
import { accountsTables } from "#server/modules/accounts/tables.ts";
import { integer, orNull } from "#server/platform/db/columns.ts";
import type { Queryable, Tx } from "#server/platform/db/database.ts";
import { inOrder, isAfter, sortKeyOf, type Keyed, type ListOrder, type Slice } from "#server/platform/db/keyset.ts";
import { allRows, firstRow, onlyValue, hasRows, onlyRow, run } from "#server/platform/db/rows.ts";
import type { Stored } from "#server/platform/shown.ts";
import { personCard } from "../columns.ts";
import type { Target } from "./queue-store.ts";

/** What a moderator did. */
interface NewAction {
  kind: ModerationKind;
  personId: number | null;
  moderator: { id: number; displayName: string };
  reason: string;
  /** Seconds of a mute; null for one for good, and for other kinds. */
  seconds?: number | null;
}

/** Records an action, with the mute that was there before: nodes of the version before undo it by that. @returns its id */
export function insertAction(
  tx: Tx,
  { kind, personId, moderator, reason, seconds = null }: NewAction,
): Promise<number> {
  return onlyValue(tx, integer)`
    insert into moderation_actions (kind, person_id, moderator_id, moderator_name, reason, until, former_until, former_reason)
    select ${kind}, ${personId}::bigint, ${moderator.id}, ${moderator.displayName}, ${reason},
      clock_now() + make_interval(secs => ${seconds}::integer), m.muted_until, m.muted_reason
    from (select) one left join community_members m on m.user_id = ${personId}::bigint returning id`;
}

/** Records the restriction that an action made. */
export function setRestriction(tx: Tx, id: number, restrictionId: number): Promise<void> {
  return run(tx)`update moderation_actions set restriction_id = ${restrictionId} where id = ${id}`;
}

/** The restriction that an action made; undefined if it made none, or a node of the version before did it. */
export async function findRestriction(tx: Tx, id: number): Promise<number | undefined> {
  const found = await onlyValue(tx, orNull(integer))`select restriction_id from moderation_actions where id = ${id}`;
  return found ?? undefined;
}

/** What an action changed about a thing. */
export interface ChangedItem extends Target {
  reviewId: number | null;
  formerStatus: "published" | "held" | "hidden";
  formerReason: string | null;
}

/** Records what an action changed. */
export function insertItem(tx: Tx, actionId: number, item: ChangedItem): Promise<void> {
  return run(tx)`
    insert into moderation_items (action_id, kind, target_id, review_id, former_status, former_reason)
    values (${actionId}, ${item.kind}, ${item.id}, ${item.reviewId}::bigint, ${item.formerStatus}, ${item.formerReason})`;
}

/** What an action changed, in order. */
export function findItems(tx: Tx, actionId: number): Promise<ChangedItem[]> {
  return allRows(tx)`
    select kind, target_id as id, review_id as "reviewId", former_status as "formerStatus", former_reason as "formerReason"
    from moderation_items where action_id = ${actionId} order by kind, target_id`;
}

/** How long an action can be undone. */
const undoTime = sql`interval '24 hours'`;
/** Kinds that leave nothing to undo. */
const undoable = sql`m.kind not in ('warn', 'restore', 'unmute')`;

/** The actions of the single people of `m`; or itself, if it is about one. */
const parts = sql`moderation_actions c where (c.parent_id = m.id or c.id = m.id)`;
const columns = sql`
  m.id, m.kind, m.at, m.moderator_name as moderator, m.reason, case when m.until <> 'infinity' then m.until end as until,
  (select count(*)::integer from moderation_items i join (select c.id from ${parts}) c on c.id = i.action_id)
    + (select coalesce(sum(c.message_count), 0)::integer from ${parts}) as "itemCount", ${personCard("u")} as person,
  (select count(*)::integer from ${parts} and c.person_id is not null) as "personCount",
  (select count(*)::integer from ${parts} and c.is_pending) as "pendingCount",
  m.undone_at as "undoneAt",
  case when ${undoable} and m.undone_at is null and m.at > clock_now() - ${undoTime} then m.at + ${undoTime} end as "undoUntil"`;
const person = sql`left join ${accountsTables.users} u on u.id = m.person_id`;

/** An action, if there is one. */
export function findAction(db: Queryable, id: number): Promise<Stored<ModerationAction> | undefined> {
  return firstRow(db)`select ${columns} from moderation_actions m ${person} where m.id = ${id}`;
}

/** The newest action first. */
export const newestActions: ListOrder = { name: "-id", keys: [{ by: sql`m.id`, type: "bigint" }], descending: true };

/** A page of what moderators did. What was done to many people at once is one action. */
export function findActions(db: Queryable, slice: Slice): Promise<Keyed<Stored<ModerationAction>>[]> {
  return allRows(db)`
    select ${columns}, ${sortKeyOf(slice)} as "sortKey" from moderation_actions m ${person}
    where m.parent_id is null and ${isAfter(slice)} ${inOrder(slice)}`;
}

/** What was done to a member, the newest first. */
export function findActionsOn(db: Queryable, personId: number): Promise<Stored<ModerationAction>[]> {
  return allRows(db)`
    select ${columns} from moderation_actions m ${person} where m.person_id = ${personId} order by m.id desc limit 50`;
}

/** An action that can be undone now, marked as undone. Undefined if it is too late, or someone undid it. */
export function markUndone(tx: Tx, id: number): Promise<{ kind: ModerationKind; personId: number | null } | undefined> {
  return firstRow(tx)`
    update moderation_actions m set undone_at = clock_now()
    where id = ${id} and ${undoable} and undone_at is null and at > clock_now() - ${undoTime}
    returning kind, person_id as "personId"`;
}

/** Whether an action on a member's mute is the last one that wasn't undone. */
export async function isLastOnMute(tx: Tx, actionId: number, userId: number): Promise<boolean> {
  return !(await hasRows(tx)`
    select from moderation_actions where person_id = ${userId} and id > ${actionId} and undone_at is null
      and kind in ('mute', 'unmute', 'suspend', 'clear')`);
}

/** A member as moderators act on them. */
export interface ActedOn {
  id: number;
  role: Role;
  card: PersonCard;
  joinedAt: Date;
}

export function findMember(db: Queryable, id: number): Promise<ActedOn | undefined> {
  return firstRow(db)`
    select u.id, u.role, ${personCard("u")} as card, u.created_at as "joinedAt"
    from ${accountsTables.users} u where u.id = ${id} and u.role <> 'guest'`;
}

/** How much a member wrote, and how much of it moderators acted on. */
export function countRecord(
  db: Queryable,
  id: number,
): Promise<{ postCount: number; commentCount: number; hiddenCount: number; reportCount: number }> {
  return onlyRow(db)`
    select (select count(*)::integer from posts where author_id = ${id} and status <> 'deleted') as "postCount",
      (select count(*)::integer from comments where author_id = ${id} and status <> 'deleted') as "commentCount",
      (select count(*)::integer from posts where author_id = ${id} and status = 'hidden')
        + (select count(*)::integer from comments where author_id = ${id} and status = 'hidden') as "hiddenCount",
      (select count(*)::integer from reports r join review_items v on v.id = r.review_id where v.author_id = ${id})
        as "reportCount"`;
}

/**
 * Everything of a member that is published or held: what remove-all hides. Or the next few, without what the action that
 * hides them came to before: what someone restored meanwhile stays.
 */
export function findAllOf(
  tx: Tx,
  userId: number,
  { actionId = null, limit = null }: { actionId?: number | null; limit?: number | null } = {},
): Promise<{ kind: "post" | "comment"; id: number }[]> {
  const isNew = (kind: "post" | "comment", id: string) => sql`not exists (
    select from moderation_items i where i.action_id = ${actionId}::bigint and i.kind = ${kind} and i.target_id = ${sql.raw(id)})`;
  return allRows(tx)`
    select 'post' as kind, id from posts
    where author_id = ${userId} and status in ('published', 'held') and ${isNew("post", "posts.id")}
    union all
    select 'comment', c.id from comments c join posts p on p.id = c.post_id and p.status <> 'deleted'
    where c.author_id = ${userId} and c.status in ('published', 'held') and ${isNew("comment", "c.id")}
    order by 1 desc, 2 limit ${limit}`;
}

/** How many posts of a new member are held. */
export function findHeldPosts(db: Queryable): Promise<number> {
  return onlyValue(db, integer)`select held_posts from community_rules`;
}

/** Sets how many posts of a new member are held. @returns what it was */
export async function setHeldPosts(tx: Tx, heldPosts: number): Promise<number> {
  const before = await onlyValue(tx, integer)`select held_posts from community_rules for update`;
  await run(tx)`update community_rules set held_posts = ${heldPosts}`;
  return before;
}
