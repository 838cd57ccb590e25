import type { AnalyticsReport } from "#contract/analytics.ts";
import { adminQuery } from "#web/features/admin/table/list-query.ts";
import { withQuery } from "#web/lib/paths.ts";

export const analyticsQuery = (range: { from: string; to: string; timeZone: string }) =>
  adminQuery<AnalyticsReport>(withQuery("/api/admin/analytics", range));
