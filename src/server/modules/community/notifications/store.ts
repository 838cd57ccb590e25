import { sql } from "kysely";
import type { PersonCard } from "#contract/community/community.ts";
import type { Notification, NotificationKind } from "#contract/community/notifications.ts";
import { accountsTables } from "#server/modules/accounts/tables.ts";
import { eventsTables } from "#server/modules/events/tables.ts";
import { ticketsTables } from "#server/modules/tickets/tables.ts";
import { integer } from "#server/platform/db/columns.ts";
import type { Queryable, Tx } from "#server/platform/db/database.ts";
import { inOrder, isAfter, sortKeyOf, type Keyed, type ListOrder, type Slice } from "#server/platform/db/keyset.ts";
import { allRows, allValues, onlyValue, run } from "#server/platform/db/rows.ts";
import type { Stored } from "#server/platform/shown.ts";
import { mayRead, personCard } from "../columns.ts";
import type { Viewer } from "../viewer.ts";

export interface NewNotification {
  userId: number;
  kind: NotificationKind;
  actorId?: number | null;
  postId?: number | null;
  commentId?: number | null;
  eventId?: number | null;
  text?: string;
}

/**
 * Stores notifications. Nobody is notified of what they did themselves, by someone whom they muted, or across a block.
 *
 * @returns who was notified
 */
export async function insertNotifications(tx: Tx, notifications: NewNotification[]): Promise<number[]> {
  const rows = await allRows(tx)<{ userId: number }>`
    insert into notifications (user_id, kind, actor_id, post_id, comment_id, event_id, text)
    select n."userId", n.kind, n."actorId", n."postId", n."commentId", n."eventId", coalesce(n.text, '')
    from json_to_recordset(${JSON.stringify(notifications)}::json) as n("userId" bigint, kind text, "actorId" bigint,
      "postId" bigint, "commentId" bigint, "eventId" bigint, text text)
    where n."userId" is distinct from n."actorId" and not exists (
      select from relations r where r.from_id = n."userId" and r.to_id = n."actorId" and r.kind in ('mute', 'block')
        or r.from_id = n."actorId" and r.to_id = n."userId" and r.kind = 'block')
    on conflict do nothing returning user_id as "userId"`;
  return [...new Set(rows.map(({ userId }) => userId))];
}

/** Notifies the members who hold a valid ticket of an event. */
export function notifyHolders(
  tx: Tx,
  { kind, eventId, postId, text }: { kind: NotificationKind; eventId: number; postId: number | null; text: string },
): Promise<void> {
  return run(tx)`
    insert into notifications (user_id, kind, post_id, event_id, text)
    select distinct t.owner_id, ${kind}, ${postId}::bigint, ${eventId}::bigint, ${text}
    from ${ticketsTables.tickets} t join ${accountsTables.users} u on u.id = t.owner_id and u.role <> 'guest'
    where t.event_id = ${eventId} and t.status = 'valid'`;
}

/** Notifications that someone may see now: not of what was hidden or deleted since, or of people apart by a block. */
const visible = (viewer: Viewer) => sql`
  n.user_id = ${viewer.id}::bigint and (n.actor_id is null or n.actor_id <> all(${[...viewer.apart, ...viewer.muted]}::bigint[]))
  and (n.post_id is null or exists (select from posts p where p.id = n.post_id and ${mayRead(viewer, "p")}))
  and (n.comment_id is null or exists (select from comments c where c.id = n.comment_id and ${mayRead(viewer, "c")}))`;

/** A notification as stored, with the HTML of what it is about. */
export type NotificationRow = Stored<Omit<Notification, "path" | "text" | "actor">> & {
  actor: PersonCard | null;
  text: string;
  html: string | null;
};

/** A page of someone's notifications. */
export function findNotifications(db: Queryable, viewer: Viewer, slice: Slice): Promise<Keyed<NotificationRow>[]> {
  return allRows(db)`
    select n.id, n.at, n.kind, n.read_at is not null as "isRead", ${personCard("u")} as actor, n.post_id as "postId",
      n.comment_id as "commentId", n.event_id as "eventId",
      case when n.text = '' and n.event_id is not null then e.title else n.text end as text,
      case when n.kind in ('mention', 'comment', 'reply', 'approved') then coalesce(
        (select c.html from comments c where c.id = n.comment_id), (select p.html from posts p where p.id = n.post_id))
      end as html, ${sortKeyOf(slice)} as "sortKey"
    from notifications n
    left join ${accountsTables.users} u on u.id = n.actor_id
    left join ${eventsTables.events} e on e.id = n.event_id
    where ${visible(viewer)} and ${isAfter(slice)} ${inOrder(slice)}`;
}

const maxUnread = 100;

/** How many of someone's notifications are unread. */
export function countUnread(db: Queryable, viewer: Viewer): Promise<number> {
  return onlyValue(db, integer)`
    select count(*)::integer from (
      select from notifications n where n.read_at is null and ${visible(viewer)} limit ${sql.lit(maxUnread)}) unread`;
}

/** Marks one notification of someone as read, or all up to one. */
export function markRead(tx: Tx, userId: number, target: { id: number } | { upToId: number }): Promise<void> {
  const which = "id" in target ? sql`id = ${target.id}` : sql`id <= ${target.upToId}`;
  return run(tx)`
    update notifications set read_at = clock_now() where user_id = ${userId} and read_at is null and ${which}`;
}

/** Takes a step of a conversation away from both sides of a new block. */
export function deleteBetween(tx: Tx, one: number, other: number): Promise<void> {
  return run(tx)`
    delete from notifications where user_id = ${one} and actor_id = ${other} or user_id = ${other} and actor_id = ${one}`;
}

/** Deletes notifications older than half a year. */
export function purgeNotifications(db: Queryable): Promise<number[]> {
  return allValues(db)`delete from notifications where at < clock_now() - interval '180 days' returning id`;
}

/** The newest notification first. */
export const newestNotifications: ListOrder = {
  name: "-id",
  keys: [{ by: sql`n.id`, type: "bigint" }],
  descending: true,
};
