import { defineModule } from "#server/platform/module.ts";

import { attendeesRoutes } from "./admin-routes.ts";
import { ticketPersonFinder } from "./person-finder.ts";
import { ticketsRoutes } from "./routes.ts";
import { ticketsTimeline } from "./timeline-store.ts";

/** Tickets and their codes. */
export const tickets = defineModule("tickets", ({ deps }) => ({
  routes(context) {
    ticketsRoutes(context, deps);
    attendeesRoutes(context, deps);
  },
  timeline: ticketsTimeline,
  findPeople: ticketPersonFinder(deps),
}));
