import * as contract from "#contract/error-reports.ts";
import { fileRoutes } from "#server/platform/http/file-routes.ts";
import { routes, type RouteContext } from "#server/platform/http/route.ts";
import { isServerError } from "#server/platform/http/server.ts";
import { errorReportList, type ErrorReports } from "./service.ts";
import type { Deps } from "#server/platform/deps.ts";

/** Error reports from browsers, errors of the server's own routes, and the list that staff read. */
export function errorReportsRoutes(context: RouteContext, { db }: Deps, errorReports: ErrorReports): void {
  context.app.addHook("onError", async (request, _reply, error) => {
    if (isServerError(error)) errorReports.record(error, request.routeOptions.url ?? "(no route)");
  });
  context.app.addHook("onClose", () => errorReports.close());

  routes(context, contract, {
    reportBrowserError: async ({ body, request }) => {
      errorReports.report(body, request.headers["user-agent"]);
      return { ok: true as const };
    },
    listErrorReports: ({ query }) => errorReportList.list(db, query),
    resolveErrorReport: ({ params, principal }) => errorReports.resolve(params.id, principal!.id),
    reopenErrorReport: ({ params }) => errorReports.reopen(params.id),
  });
  fileRoutes(context, contract.exportErrorReports, "errors", ({ query }) => errorReportList.file(db, query));
}
