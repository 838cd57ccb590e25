import * as contract from "#contract/restrictions.ts";
import type { Deps } from "#server/platform/deps.ts";
import { routes, type RouteContext } from "#server/platform/http/route.ts";
import { findHistory } from "./service.ts";

/** What staff read about the restrictions of a person. */
export function restrictionsRoutes(context: RouteContext, deps: Deps): void {
  routes(context, contract, {
    listRestrictions: async ({ params, principal }) => ({ items: await findHistory(deps, principal!, params.id) }),
  });
}
