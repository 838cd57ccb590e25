import type { Notification } from "#contract/community/notifications.ts";
import { pathQuery } from "#web/lib/query-client.ts";

const path = "/api/notifications";

export type NotificationList = { items: Notification[]; unread: number; nextCursor: string | null; position: number };

/** The newest notifications; later pages are added as they are read. */
export const notificationsQuery = () => pathQuery<NotificationList>(path);

export type UnreadCount = { unread: number; position: number };
/** How many notifications are unread. */
export const unreadQuery = () => pathQuery<UnreadCount>(`${path}/count`);
