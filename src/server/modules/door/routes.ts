import * as contract from "#contract/door/door.ts";
import type { Deps } from "#server/platform/deps.ts";
import { route, type RouteContext } from "#server/platform/http/route.ts";
import * as service from "./service.ts";
import * as ticketChanges from "#contract/ticket-changes.ts";
import * as log from "#contract/door/scan-log.ts";
import { fileRoutes } from "#server/platform/http/file-routes.ts";
import { scanLog } from "./log/service.ts";
import { checkIn, undoAtDoor, undoCheckIn } from "./admin/service.ts";
import { findDoorTickets } from "./search.ts";

/** Routes of the door, and of the admin area about it: for staff only. */
export function doorRoutes(context: RouteContext, deps: Deps): void {
  route(context, contract.scanTicket, ({ principal, body }) => service.scanTicket(deps, principal!, body));
  route(context, contract.scanBatch, async ({ principal, body }) => ({
    results: await service.scanBatch(deps, principal!, body.scans),
  }));
  route(context, contract.listDoorEvents, async () => ({ items: await service.listDoorEvents(deps) }));
  route(context, contract.getDoorEvent, ({ params }) => service.getDoorEvent(deps, params.id));
  route(context, contract.findDoorTickets, ({ params, query }) => findDoorTickets(deps, params.id, query.q));
  route(context, contract.checkInAtDoor, ({ principal, body }) => service.checkInAtDoor(deps, principal!, body));
  route(context, contract.undoAtDoor, ({ principal, params, body }) =>
    undoAtDoor(deps, { staff: principal!, ticketId: params.id }, body),
  );
  route(context, ticketChanges.checkInTicket, ({ principal, params, body }) =>
    checkIn(deps, { staff: principal!, ticketId: params.id, reason: body.reason }),
  );
  route(context, ticketChanges.undoCheckIn, ({ principal, params, body }) =>
    undoCheckIn(deps, { staff: principal!, ticketId: params.id, reason: body.reason }),
  );
  route(context, log.listScans, ({ query }) => scanLog.list(deps.db, query));
  fileRoutes(context, log.exportScans, "scans", ({ query }) => scanLog.file(deps.db, query));
}
