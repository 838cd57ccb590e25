import type { Settings } from "#contract/settings.ts";
import type { Principal } from "#server/platform/http/principal.ts";

declare module "#server/platform/facts.ts" {
  interface FactMap {
    /** One of the staff changed how the site works. */
    "settings.changed": { staff: Principal; before: Partial<Settings>; after: Partial<Settings> };
  }
}
