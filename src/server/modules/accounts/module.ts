import { defineModule } from "#server/platform/module.ts";

import { peopleRoutes } from "./admin-routes.ts";
import { purgeTokens } from "./identities/store.ts";
import { accountsTimeline } from "./people/timeline-store.ts";
import { recoveryJobs } from "./recovery/jobs.ts";
import { accountsRoutes } from "./routes.ts";
import { purgeChallenges } from "./second-factor/challenge-store.ts";
import { requireConfirmed } from "./second-factor/confirm.ts";
import { purgeTickets } from "./second-factor/ticket-store.ts";
import { purgeSessions } from "./session-store.ts";
import { createAuthenticate } from "./sessions.ts";

const hourMs = 60 * 60 * 1000;

/** People, how they sign in, and what staff do for them. */
export const accounts = defineModule("accounts", ({ deps, contributions }) => ({
  authentication: {
    authenticate: createAuthenticate(deps),
    requireConfirmed: (token) => requireConfirmed(deps.db, token),
  },
  routes(context) {
    accountsRoutes(context, deps);
    peopleRoutes(context, deps, contributions.findPeople);
  },
  jobs: [
    { name: "sessions", everyMs: hourMs, run: () => purgeSessions(deps.db) },
    {
      name: "sign-ins",
      everyMs: hourMs,
      async run() {
        await purgeChallenges(deps.db);
        await purgeTickets(deps.db);
        await purgeTokens(deps.db);
      },
    },
    ...recoveryJobs(deps),
  ],
  timeline: accountsTimeline,
}));
