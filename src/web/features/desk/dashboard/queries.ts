import type { OfficeNight } from "#contract/box-office.ts";
import type { DeskTrend } from "#contract/desk.ts";
import { deskQuery, type ListReply } from "../table/list-query.ts";

/** Sales day by day, and what needs a look. */
export const trendQuery = () => deskQuery<DeskTrend>("/api/admin/trend", 60_000);
/** Nights, those to come first. */
export const nextNightsQuery = () => deskQuery<ListReply<OfficeNight>>("/api/admin/nights");
