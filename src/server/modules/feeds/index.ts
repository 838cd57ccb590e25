import { defineModule } from "#server/platform/module.ts";
import { feedsRoutes } from "./routes.ts";

/** Events for calendars, feed readers, search engines and social networks. */
export const feeds = defineModule("feeds", ({ deps }) => ({
  routes: (context) => feedsRoutes(context, deps),
}));
