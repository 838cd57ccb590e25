import type { Deps } from "#server/platform/deps.ts";
import type { Job } from "#server/platform/jobs.ts";
import { pace } from "./rules.ts";
import { checkInvariants } from "./service.ts";

/** Job that checks the invariants every minute. */
export function invariantJobs(deps: Deps): Job[] {
  return [{ name: "invariants", everyMs: pace.everyMs, run: () => checkInvariants(deps) }];
}
