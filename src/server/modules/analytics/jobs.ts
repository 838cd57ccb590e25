import type { Deps } from "#server/platform/deps.ts";
import type { Job } from "#server/platform/jobs.ts";
import { purgeOld } from "./store.ts";

/** Deletes data that is too old for any report. */
export function analyticsJobs({ db }: Pick<Deps, "db">): Job[] {
  return [{ name: "old-analytics", everyMs: 6 * 60 * 60 * 1000, run: () => purgeOld(db) }];
}
