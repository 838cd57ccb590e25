import { defineModule } from "#server/platform/module.ts";
import { adminRoutes } from "./admin-routes.ts";
import { searchRoutes } from "./search/routes.ts";
import { timelineRoutes } from "./timeline/routes.ts";

/** What staff see of several modules at once, and the search and timeline that modules contribute to. */
export const admin = defineModule("admin", ({ deps, contributions }) => ({
  routes(context) {
    searchRoutes(context, contributions.search);
    adminRoutes(context, deps);
    timelineRoutes(context, deps, contributions.timeline);
  },
}));
