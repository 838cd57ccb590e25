import * as contract from "#contract/ticket-changes.ts";
import type { Deps } from "#server/platform/deps.ts";
import { route, type RouteContext } from "#server/platform/http/route.ts";
import { checkIn, undoCheckIn } from "./admin/service.ts";

/** Routes for admins to check in tickets, or undo it, without a scanner. */
export function doorAdminRoutes(context: RouteContext, deps: Deps): void {
  route(context, contract.checkInTicket, ({ principal, params, body }) =>
    checkIn(deps, { staff: principal!, ticketId: params.id, reason: body.reason }),
  );
  route(context, contract.undoCheckIn, ({ principal, params, body }) =>
    undoCheckIn(deps, { staff: principal!, ticketId: params.id, reason: body.reason }),
  );
}
