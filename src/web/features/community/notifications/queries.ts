import { apiQuery } from "#web/lib/api.ts";

/** The newest notifications; later pages are added as they are read. */
export const notificationsQuery = () => apiQuery("GET /api/notifications");

/** How many notifications are unread. */
export const unreadQuery = () => apiQuery("GET /api/notifications/count");
