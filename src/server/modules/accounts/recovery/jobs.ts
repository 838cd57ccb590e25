import type { Deps } from "#server/platform/deps.ts";
import type { Job } from "#server/platform/jobs.ts";
import { purgeLinks } from "./link-store.ts";
import { answerRequests } from "./service.ts";

/** Answers password reset requests, and deletes links that no longer work. */
export function recoveryJobs(deps: Deps): Job[] {
  return [
    { name: "account-recovery", everyMs: 2_000, run: () => answerRequests(deps) },
    { name: "account-links", everyMs: 60 * 60 * 1000, run: () => purgeLinks(deps.db) },
  ];
}
