import { defineModule } from "#server/platform/module.ts";

import { interestRecords } from "./records.ts";
import { forgetPastEvents, sendReminders } from "./reminders.ts";
import { interestRoutes } from "./routes.ts";
import { purgeUnconfirmed } from "./store.ts";

const sixHoursMs = 6 * 60 * 60 * 1000;

/** Who wants an email when something opens or goes on sale. */
export const interest = defineModule("interest", ({ deps }) => ({
  routes: (context) => interestRoutes(context, deps),
  jobs: [
    { name: "sales-open", everyMs: 3_000, run: () => sendReminders(deps) },
    { name: "unconfirmed-interests", everyMs: sixHoursMs, run: () => purgeUnconfirmed(deps.db) },
    { name: "past-event-signups", everyMs: sixHoursMs, run: () => forgetPastEvents(deps) },
  ],
  personalData: { interests: interestRecords },
}));
