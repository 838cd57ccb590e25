import { listMyTickets } from "#contract/tickets.ts";
import type { Deps } from "#server/platform/deps.ts";
import { route, type RouteContext } from "#server/platform/http/route.ts";
import * as service from "./service.ts";

/** Route for the holder's own list. */
export function ticketsRoutes(context: RouteContext, deps: Deps): void {
  route(context, listMyTickets, async ({ principal }) => ({ items: await service.listMyTickets(deps, principal!) }));
}
