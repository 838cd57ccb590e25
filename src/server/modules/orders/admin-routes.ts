import * as office from "#contract/box-office.ts";
import * as contract from "#contract/comps.ts";
import { getEventReach as reachContract } from "#contract/event-changes.ts";
import { addOrderNote as addNoteContract, strikeOrderNote as strikeContract } from "#contract/office-order.ts";
import * as nights from "#contract/night-refunds.ts";
import * as refunds from "#contract/refunds.ts";
import type { Deps } from "#server/platform/deps.ts";
import { csvReply } from "#server/platform/http/csv-reply.ts";
import { sheetReply } from "#server/platform/http/sheet-reply.ts";
import { streamSheet } from "#server/platform/sheet.ts";
import { route, type RouteContext } from "#server/platform/http/route.ts";
import { exportComps, issueComp, listComps, revokeComp } from "./comps/service.ts";
import { getEventReach } from "./reach/service.ts";
import { ticketChangeRoutes } from "./ticket-changes/admin-routes.ts";
import { addNote, strikeNote } from "./notes/service.ts";
import { listOfficeOrders, officeOrderFile } from "./office/service.ts";
import { getNightRefund, refundNight, steerNightRefund } from "./refunds/nights/service.ts";
import { markPaidBack, quoteRefund, refundOrder, retryRefund } from "./refunds/staff.ts";

/** What admins do with orders. */
export function orderDeskRoutes(context: RouteContext, deps: Deps): void {
  route(context, office.listOfficeOrders, ({ query }) => listOfficeOrders(deps.db, query));
  route(context, office.exportOfficeOrders, ({ query, reply }) =>
    csvReply(reply, "orders", streamSheet(officeOrderFile(deps.db, query))),
  );
  route(context, office.downloadOfficeOrders, ({ query, reply }) =>
    sheetReply(reply, "orders", officeOrderFile(deps.db, query)),
  );
  route(context, addNoteContract, ({ principal, params, body, idempotency }) =>
    addNote(deps, {
      staff: principal!,
      orderId: params.id.toLowerCase(),
      text: body.text,
      idempotency: idempotency!,
    }),
  );
  route(context, strikeContract, ({ principal, params }) => strikeNote(deps, principal!, params.id));
  route(context, reachContract, ({ params }) => getEventReach(deps.db, params.id));
  route(context, contract.listComps, ({ query }) => listComps(deps.db, query));
  route(context, contract.exportComps, ({ query, reply }) => csvReply(reply, "comps", exportComps(deps.db, query)));
  route(context, contract.issueComp, ({ principal, body, idempotency }) =>
    issueComp(deps, { staff: principal!, draft: body, idempotency: idempotency! }),
  );
  route(context, contract.revokeComp, ({ principal, params, body }) =>
    revokeComp(deps, principal!, params.id.toLowerCase(), body.reason),
  );
  ticketChangeRoutes(context, deps);
  refundRoutes(context, deps);
}

function refundRoutes(context: RouteContext, deps: Deps): void {
  route(context, refunds.quoteRefund, ({ params, body }) => quoteRefund(deps.db, params.id, body));
  route(context, refunds.refundOrder, ({ principal, params, body, idempotency }) =>
    refundOrder(deps, { staff: principal!, orderId: params.id, draft: body, idempotency: idempotency! }),
  );
  route(context, refunds.retryRefund, ({ principal, params, body }) =>
    retryRefund(deps, { staff: principal!, orderId: params.id, refundId: params.refundId, reason: body.reason }),
  );
  route(context, refunds.markPaidBack, ({ principal, params, body }) =>
    markPaidBack(deps, { staff: principal!, orderId: params.id, refundId: params.refundId, reason: body.reason }),
  );
  route(context, nights.getNightRefund, ({ principal, params }) => getNightRefund(deps.db, principal!, params.id));
  route(context, nights.refundNight, ({ principal, params, body, idempotency }) =>
    refundNight(deps, { staff: principal!, eventId: params.id, draft: body, idempotency: idempotency! }),
  );
  route(context, nights.steerNightRefund, ({ principal, params, body }) =>
    steerNightRefund(deps, { staff: principal!, eventId: params.id, refundId: params.refundId, step: body.step }),
  );
}
