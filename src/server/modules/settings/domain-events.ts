import type { Settings } from "#contract/settings.ts";
import type { Principal } from "#server/platform/http/principal.ts";

declare module "#server/platform/domain-events.ts" {
  interface DomainEventMap {
    /** A staff member changed site settings. */
    "settings.changed": { staff: Principal; before: Partial<Settings>; after: Partial<Settings> };
  }
}
