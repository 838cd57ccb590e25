import type { AnalyticsReport } from "#contract/analytics.ts";
import { deskQuery } from "#web/features/desk/table/list-query.ts";
import { withQuery } from "#web/lib/paths.ts";

export const analyticsQuery = (range: { from: string; to: string; timeZone: string }) =>
  deskQuery<AnalyticsReport>(withQuery("/api/admin/analytics", range));
