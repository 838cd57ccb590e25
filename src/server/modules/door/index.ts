import * as batch from "#contract/door/batch.ts";
import * as conflicts from "#contract/door/conflicts.ts";
import * as contract from "#contract/door/door.ts";
import * as log from "#contract/door/scan-log.ts";
import * as ticketChanges from "#contract/ticket-changes.ts";
import * as snapshot from "#contract/door/snapshot.ts";
import { fileRoutes } from "#server/platform/http/file-routes.ts";
import { hasRole } from "#server/platform/http/principal.ts";
import { route } from "#server/platform/http/route.ts";
import { eventsOf } from "#server/platform/http/scope.ts";
import { coversEvent } from "#server/platform/staff-rights.ts";
import { defineModule } from "#server/platform/module.ts";
import { checkIn, undoAtDoor, undoCheckIn } from "./admin/service.ts";
import { scanBatch } from "./batch/service.ts";
import { conflictList, resolveConflict } from "./conflicts/service.ts";
import { checkConflicts } from "./conflicts/store.ts";
import { scanLog } from "./log/service.ts";
import { doorSearch, findDoorTickets } from "./search.ts";
import { showInScope } from "./rules.ts";
import * as service from "./service.ts";
import { readSnapshot } from "./snapshot/service.ts";
import { doorTimeline } from "./store.ts";

export { scanTicket } from "./service.ts";

/** Check-in at the door. Its routes, and those of the admin area about it, are for staff only. */
export const door = defineModule("door", ({ deps }) => ({
  routes(context) {
    route(context, contract.scanTicket, async ({ principal, body, scope }) =>
      showInScope(await service.scanTicket(deps, principal!, body), scope),
    );
    route(context, batch.scanBatch, ({ principal, body, scope }) => scanBatch(deps, principal!, body, scope));
    route(context, conflicts.listScanConflicts, ({ query, scope }) =>
      conflictList.list(deps.db, { ...query, ...eventsOf(scope) }),
    );
    route(context, conflicts.resolveScanConflict, ({ principal, params, body }) =>
      resolveConflict(deps, principal!, params.id, body.note),
    );
    route(context, contract.listDoorEvents, async ({ scope }) => ({
      items: await service.listDoorEvents(deps, scope),
    }));
    route(context, contract.getDoorEvent, ({ params }) => service.getDoorEvent(deps, params.id));
    route(context, snapshot.readDoorSnapshot, ({ params, query }) => readSnapshot(deps, params.id, query));
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
    route(context, log.listScans, ({ query, scope }) => scanLog.list(deps.db, { ...query, ...eventsOf(scope) }));
    fileRoutes(context, log.exportScans, "scans", ({ query, scope }) =>
      scanLog.file(deps.db, { ...query, ...eventsOf(scope) }),
    );
  },
  search: [doorSearch(deps)],
  timeline: doorTimeline,
  topics: {
    prefix: "door",
    mayRead: async (visitor, id) =>
      hasRole(visitor, "moderator") || coversEvent(deps, contract.getDoorEvent, visitor, Number(id)),
  },
  scopes: { scan_conflict: checkConflicts },
}));
