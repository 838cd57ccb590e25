import { defineModule } from "#server/platform/module.ts";
import { doorRoutes } from "./routes.ts";
import { doorSearch } from "./search.ts";
import { doorTimeline } from "./store.ts";

export { scanTicket } from "./service.ts";

/** Check-in at the door. */
export const door = defineModule("door", ({ deps }) => ({
  routes: (context) => doorRoutes(context, deps),
  search: [doorSearch(deps)],
  timeline: doorTimeline,
}));
