import { listMyTickets } from "#contract/tickets.ts";
import type { Deps } from "#server/platform/deps.ts";
import { route, type RouteContext } from "#server/platform/http/route.ts";
import * as service from "./service.ts";
import * as contract from "#contract/admin/orders.ts";
import { fileRoutes } from "#server/platform/http/file-routes.ts";
import { eventFileName } from "#server/modules/events/index.ts";
import { attendees, attendeesFile } from "./attendees/service.ts";

/** Route for the holder's own list. */
export function ticketsRoutes(context: RouteContext, deps: Deps): void {
  route(context, listMyTickets, async ({ principal }) => ({ items: await service.listMyTickets(deps, principal!) }));
}

/** Routes for admins to look up tickets. */
export function attendeesRoutes(context: RouteContext, { db }: Deps): void {
  route(context, contract.listAttendees, ({ query }) => attendees.list(db, query));
  fileRoutes(
    context,
    contract.exportAttendees,
    ({ query }) => eventFileName(db, query.eventId, "attendees"),
    ({ query }) => attendeesFile(db, query),
  );
}
