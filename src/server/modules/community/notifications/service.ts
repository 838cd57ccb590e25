import type { Notification } from "#contract/community/notifications.ts";
import { inTransaction, type Queryable, type Tx } from "#server/platform/db/database.ts";
import type { Deps } from "#server/platform/deps.ts";
import type { Principal } from "#server/platform/http/principal.ts";
import { plainTextOf } from "#server/platform/rich-text.ts";
import { readPage } from "#server/platform/db/keyset.ts";
import { excerptOf, memberTopic } from "../rules.ts";
import { readViewer } from "../viewer.ts";
import { pathOf } from "./rules.ts";
import * as store from "./store.ts";

const pageSize = 30;

/** A notification as its member reads it: of what they may read now, and nothing else. */
export function toNotification(row: store.NotificationRow): Notification {
  const { html, text, at, ...rest } = row;
  const shown = html === null ? text : excerptOf(plainTextOf(html), 140);
  return { ...rest, at: new Date(at).toISOString(), text: shown, path: pathOf(row) };
}

/** A page of a member's notifications, and how many are unread. */
export async function listNotifications({ db, realtime }: Deps, me: Principal, cursor: string | undefined) {
  const position = await realtime.findPosition(db, memberTopic(me.id));
  const viewer = await readViewer(db, me);
  const { rows, nextCursor } = await readPage(store.newestNotifications, { cursor, size: pageSize }, (slice) =>
    store.findNotifications(db, viewer, slice),
  );
  return { items: rows.map(toNotification), unread: await store.countUnread(db, viewer), nextCursor, position };
}

/** How many of a member's notifications are unread, a hundred at most, and where their topic goes on. */
export async function countNotifications({ db, realtime }: Deps, me: Principal) {
  const position = await realtime.findPosition(db, memberTopic(me.id));
  return { unread: await countUnread(db, me), position };
}

const countUnread = async (db: Queryable, me: Principal): Promise<number> =>
  store.countUnread(db, await readViewer(db, me));

/** Marks one notification as read, or all up to one. Other open pages of the member hear of it. */
export function readNotifications(
  { db, realtime }: Deps,
  me: Principal,
  target: { id: number } | { upToId: number },
): Promise<{ unread: number }> {
  return inTransaction(db, async (tx) => {
    await store.markRead(tx, me.id, target);
    await realtime.publish(tx, memberTopic(me.id), "notifications", {});
    return { unread: await countUnread(tx, me) };
  });
}

/** Notifies members, and tells their open pages. */
export async function notify({ realtime }: Deps, tx: Tx, notifications: store.NewNotification[]): Promise<void> {
  if (notifications.length === 0) return;
  const notified = await store.insertNotifications(tx, notifications);
  // In one order, so that two transactions never wait for each other.
  for (const userId of notified.toSorted((a, b) => a - b)) {
    await realtime.publish(tx, memberTopic(userId), "notifications", {});
  }
}
