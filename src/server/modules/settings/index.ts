import type { Settings } from "#contract/settings.ts";
import { defineModule } from "#server/platform/module.ts";
import type { Principal } from "#server/platform/http/principal.ts";
import { settingsRoutes } from "./routes.ts";

export { getSettings } from "./service.ts";
export { keepValue } from "./store.ts";
export { withSenderName } from "./rules.ts";

declare module "#server/platform/domain-events.ts" {
  interface DomainEventMap {
    /** A staff member changed site settings. */
    "settings.changed": { staff: Principal; before: Partial<Settings>; after: Partial<Settings> };
  }
}

/** The brand's settings. */
export const settings = defineModule("settings", ({ deps, options }) => ({
  routes: (context) => settingsRoutes(context, deps, options.release),
}));
