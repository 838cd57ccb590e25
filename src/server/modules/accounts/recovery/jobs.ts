import type { Deps } from "#server/platform/deps.ts";
import type { Sweep } from "#server/platform/sweeps.ts";
import { purgeLinks } from "./link-store.ts";
import { answerRequests } from "./service.ts";

/** Answers those who asked for a new password, and forgets links that open nothing any more. */
export function recoverySweeps(deps: Deps): Sweep[] {
  return [
    { name: "account-recovery", everyMs: 2_000, run: () => answerRequests(deps) },
    { name: "account-links", everyMs: 60 * 60 * 1000, run: () => purgeLinks(deps.db) },
  ];
}
