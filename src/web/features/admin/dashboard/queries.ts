import type { AdminEvent } from "#contract/box-office.ts";
import type { AdminTrend } from "#contract/admin.ts";
import { adminQuery, type ListReply } from "../table/list-query.ts";

/** Sales by day, and what needs attention. */
export const trendQuery = () => adminQuery<AdminTrend>("/api/admin/trend", 60_000);
/** Events, upcoming ones first. */
export const nextEventsQuery = () => adminQuery<ListReply<AdminEvent>>("/api/admin/box-office/events");
