import { defineModule } from "#server/platform/module.ts";

import { eventAdminRoutes } from "./admin-routes.ts";
import { countSales } from "./admin/store.ts";
import { subscribeEvents } from "./pictures/subscriptions.ts";
import { publishingJobs } from "./publishing/service.ts";
import { eventsRoutes } from "./routes.ts";
import { eventsSearch } from "./search-source.ts";
import { ticketTypeRoutes } from "./ticket-types/admin-routes.ts";

/** Events, their venues, dates and ticket types. */
export const events = defineModule("events", ({ deps }) => ({
  routes(context) {
    eventsRoutes(context, deps);
    eventAdminRoutes(context, deps);
    ticketTypeRoutes(context, deps);
  },
  on: () => subscribeEvents(deps),
  jobs: [...publishingJobs(deps), { name: "event-sales", everyMs: 30_000, run: () => countSales(deps.db) }],
  search: eventsSearch(deps.db),
}));
