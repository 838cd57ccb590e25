import { defineModule } from "#server/platform/module.ts";

import { eventAdminRoutes } from "./admin-routes.ts";
import { countSales } from "./admin/store.ts";
import { publishingJob } from "./changes/publishing.ts";
import { subscribeEvents } from "./editing/pictures.ts";
import { eventsRoutes } from "./routes.ts";
import { eventsSearch } from "./service.ts";

/** Events, their venues, dates and ticket types. */
export const events = defineModule("events", ({ deps }) => ({
  routes(context) {
    eventsRoutes(context, deps);
    eventAdminRoutes(context, deps);
  },
  on: () => subscribeEvents(deps),
  jobs: [publishingJob(deps), { name: "event-sales", everyMs: 30_000, run: () => countSales(deps.db) }],
  search: eventsSearch(deps.db),
}));
