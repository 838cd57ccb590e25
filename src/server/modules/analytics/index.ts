import { defineModule } from "#server/platform/module.ts";
import { analyticsEmails } from "./emails.ts";
import type { Database } from "#server/platform/db/database.ts";
import { sendWeeklyBrief } from "./brief/service.ts";
import { createIntake } from "./intake/service.ts";
import { purgeOld } from "./intake/store.ts";
import { createFreshener, rollUpSales, rollUpTraffic } from "./rolling/service.ts";
import { intakeRoutes, panelRoutes } from "./routes.ts";

export { createIntake, isBot } from "./intake/service.ts";

declare module "#server/platform/domain-events.ts" {
  interface DomainEventMap {
    /** Last week's summary for the owner is due. `week` is its Monday. */
    "brief.due": { week: string };
  }
}

declare module "#server/platform/module.ts" {
  interface ModuleOptions {
    /** A small pool for what browsers send and for roll-ups; without it they share the site's. */
    sideDb?: Database;
  }
}

const sixHoursMs = 6 * 60 * 60 * 1000;

/** What visitors do, what orders bring, and what the owner wants to know of it. */
export const analytics = defineModule("analytics", { emails: analyticsEmails }, ({ deps, options }) => {
  const { db, contributed } = deps;
  const sideDb = options.sideDb ?? db;
  const intake = createIntake(deps, sideDb);
  const freshen = createFreshener(sideDb, () => intake.flush());
  return {
    routes(context) {
      intakeRoutes(context, intake);
      panelRoutes(context, { db, contributed }, intake, freshen);
    },
    jobs: [
      {
        name: "traffic-roll-up",
        everyMs: 30_000,
        async run() {
          await intake.flush();
          return rollUpTraffic(sideDb);
        },
      },
      { name: "sales-roll-up", everyMs: 30_000, run: () => rollUpSales(sideDb) },
      // Deletes raw data that is rolled up and old.
      { name: "old-analytics", everyMs: sixHoursMs, run: () => purgeOld(sideDb) },
      { name: "weekly-brief", everyMs: 10 * 60_000, run: () => sendWeeklyBrief(deps, db) },
    ],
  };
});
