import type { Deps } from "#server/platform/deps.ts";
import type { Job } from "#server/platform/jobs.ts";
import { recoveryJobs } from "./recovery/jobs.ts";
import { purgeTokens } from "./identities/store.ts";
import { purgeChallenges } from "./second-factor/challenge-store.ts";
import { purgeTickets } from "./second-factor/ticket-store.ts";
import { purgeSessions } from "./session-store.ts";

/** The jobs for accounts. */
export function accountsJobs(deps: Deps): Job[] {
  return [
    { name: "sessions", everyMs: 60 * 60 * 1000, run: () => purgeSessions(deps.db) },
    {
      name: "sign-ins",
      everyMs: 60 * 60 * 1000,
      async run() {
        await purgeChallenges(deps.db);
        await purgeTickets(deps.db);
        await purgeTokens(deps.db);
      },
    },
    ...recoveryJobs(deps),
  ];
}
