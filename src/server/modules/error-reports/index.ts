import * as contract from "#contract/error-reports.ts";
import { fileRoutes } from "#server/platform/http/file-routes.ts";
import { routes } from "#server/platform/http/route.ts";
import { isServerError } from "#server/platform/http/server.ts";
import { defineModule } from "#server/platform/module.ts";
import { createErrorReports, errorReportList } from "./service.ts";
import { countOpen, purgeErrorReports } from "./store.ts";

/** Errors of browsers and of the server, one report for each kind. */
export const errorReports = defineModule("error-reports", ({ deps: { db, log }, options }) => {
  const reports = createErrorReports({ db, log }, options.release);
  return {
    routes(context) {
      context.app.addHook("onError", async (request, _reply, error) => {
        if (isServerError(error)) reports.record(error, request.routeOptions.url ?? "(no route)");
      });
      context.app.addHook("onClose", () => reports.close());
      routes(context, contract, {
        reportBrowserError: async ({ body, request }) => {
          reports.report(body, request.headers["user-agent"]);
          return { ok: true as const };
        },
        listErrorReports: ({ query }) => errorReportList.list(db, query),
        resolveErrorReport: ({ params, principal }) => reports.resolve(params.id, principal!.id),
        reopenErrorReport: ({ params }) => reports.reopen(params.id),
      });
      fileRoutes(context, contract.exportErrorReports, "errors", ({ query }) => errorReportList.file(db, query));
    },
    // Deletes errors that no longer occur.
    jobs: [{ name: "old-error-reports", everyMs: 60 * 60 * 1000, run: () => purgeErrorReports(db) }],
    attention: { openErrors: countOpen },
    recordError: reports.record,
  };
});
