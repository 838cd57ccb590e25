import type { Deps } from "#server/platform/deps.ts";
import type { RouteContext } from "#server/platform/http/route.ts";
import { deletionRoutes } from "./deletion/routes.ts";
import type { FailedLogins } from "./failed-logins.ts";
import { profileRoutes } from "./profile/routes.ts";
import { recoveryRoutes } from "./recovery/routes.ts";
import { sessionListRoutes } from "./session-list/routes.ts";

/** What people do with their own account: recovery, the account panel, data download, deletion. */
export function selfServiceRoutes(context: RouteContext, deps: Deps, failedLogins: FailedLogins): void {
  recoveryRoutes(context, deps);
  profileRoutes(context, deps, failedLogins);
  sessionListRoutes(context, deps);
  deletionRoutes(context, deps, failedLogins);
}
