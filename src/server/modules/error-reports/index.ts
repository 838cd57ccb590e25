import { defineModule } from "#server/platform/module.ts";
import { errorReportsRoutes } from "./routes.ts";
import { createErrorReports } from "./service.ts";
import { countOpen, purgeErrorReports } from "./store.ts";

/** Errors of browsers and of the server, one report for each kind. */
export const errorReports = defineModule("error-reports", ({ deps, options }) => {
  const reports = createErrorReports(deps, options.release);
  return {
    routes: (context) => errorReportsRoutes(context, deps, reports),
    // Deletes errors that no longer occur.
    jobs: [{ name: "old-error-reports", everyMs: 60 * 60 * 1000, run: () => purgeErrorReports(deps.db) }],
    attention: { openErrors: countOpen },
    recordError: reports.record,
  };
});
