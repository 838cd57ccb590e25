import type { Deps } from "#server/platform/deps.ts";
import type { Sweep } from "#server/platform/sweeps.ts";
import { recoverySweeps } from "./recovery/jobs.ts";
import { purgeTokens } from "./identities/store.ts";
import { purgeChallenges } from "./second-factor/challenge-store.ts";
import { purgeTickets } from "./second-factor/ticket-store.ts";
import { purgeSessions } from "./session-store.ts";

/** Work done later on accounts. */
export function accountsSweeps(deps: Deps): Sweep[] {
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
    ...recoverySweeps(deps),
  ];
}
