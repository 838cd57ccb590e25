import type { ErrorReport } from "#contract/error-reports.ts";
import { adminQuery, type ListReply } from "#web/features/admin/table/list-query.ts";
import { withQuery } from "#web/lib/paths.ts";

export type ErrorReportFilter = {
  status?: string | undefined;
  source?: string | undefined;
  page?: number | undefined;
  cursor?: string | undefined;
};

export const errorReportsQuery = (filter: ErrorReportFilter = {}) =>
  adminQuery<ListReply<ErrorReport>>(withQuery("/api/admin/errors", filter), 60_000);
