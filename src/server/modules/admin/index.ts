import { defineModule } from "#server/platform/module.ts";
import { adminRoutes } from "./admin-routes.ts";

/** What staff see of several modules at once, and the search and timeline that modules contribute to. */
export const admin = defineModule("admin", (host) => ({ routes: () => adminRoutes(host) }));
