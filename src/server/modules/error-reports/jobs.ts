import type { Deps } from "#server/platform/deps.ts";
import type { Job } from "#server/platform/jobs.ts";
import { purgeErrorReports } from "./store.ts";

/** Job that deletes errors that no longer occur. */
export function errorReportsJobs({ db }: Pick<Deps, "db">): Job[] {
  return [{ name: "old-error-reports", everyMs: 60 * 60 * 1000, run: () => purgeErrorReports(db) }];
}
