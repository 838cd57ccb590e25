import { defineModule } from "#server/platform/module.ts";
import type { Principal } from "#server/platform/http/principal.ts";
import { settingsRoutes } from "./routes.ts";
import { getSettings } from "./service.ts";

export { changeSettings, getSettings } from "./service.ts";
export { listInfoSheets, saveInfoSheet } from "./info-sheets.ts";
export { brandToday, storeValue } from "./store.ts";

declare module "#server/platform/domain-events.ts" {
  interface DomainEventMap {
    /** A staff member changed site settings, or the text of an info sheet, here without its formatting. */
    "settings.changed": { staff: Principal; before: Record<string, unknown>; after: Record<string, unknown> };
  }
}

/** The brand's settings. */
export const settings = defineModule("settings", ({ deps, options }) => ({
  mailSettings: getSettings,
  trustedNetworks: async (db) => (await getSettings(db)).trustedNetworks,
  routes: (context) => settingsRoutes(context, deps, options.release),
}));
