import type { ErrorReport } from "#contract/error-reports.ts";
import { adminQuery, type ListAt, type ListReply } from "#web/features/admin/table/list-query.ts";
import { withQuery } from "#web/lib/paths.ts";

export type ErrorReportFilter = ListAt & {
  status?: string | undefined;
  source?: string | undefined;
};

export const errorReportsQuery = (filter: ErrorReportFilter = {}) =>
  adminQuery<ListReply<ErrorReport>>(withQuery("/api/admin/errors", filter), 60_000);
