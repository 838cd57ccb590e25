import { defineModule } from "#server/platform/module.ts";

import { settingsRoutes } from "./routes.ts";

/** The brand's settings. */
export const settings = defineModule("settings", ({ deps, options }) => ({
  routes: (context) => settingsRoutes(context, deps, options.release),
}));
