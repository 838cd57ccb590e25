import * as contract from "#contract/promotions/promoters.ts";
import type { Deps } from "#server/platform/deps.ts";
import { route, type RouteContext } from "#server/platform/http/route.ts";
import { openPromoterPage } from "./promoters/service.ts";

/** The results page that promoters see for their own link. */
export function promotionsRoutes(context: RouteContext, deps: Deps): void {
  route(context, contract.openPromoterPage, ({ query }) => openPromoterPage(deps, query.key));
}
