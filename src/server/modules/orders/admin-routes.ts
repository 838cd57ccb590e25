import * as boxOffice from "#contract/box-office.ts";
import { getAffectedBuyers as affectedBuyersContract } from "#contract/event-changes.ts";
import { changeBuyerEmail as changeEmailContract } from "#contract/buyer-email.ts";
import { addOrderNote as addNoteContract, deleteOrderNote as deleteNoteContract } from "#contract/admin-order.ts";
import * as customersContract from "#contract/customers.ts";
import * as eventRefunds from "#contract/event-refunds.ts";
import * as refunds from "#contract/refunds.ts";
import { eventFileName } from "#server/modules/events/index.ts";
import type { Deps } from "#server/platform/deps.ts";
import { csvReply } from "#server/platform/http/csv-reply.ts";
import { sheetReply } from "#server/platform/sheet.ts";
import { route, routes, type RouteContext, type Call } from "#server/platform/http/route.ts";
import { changeBuyerEmail } from "./buyer-email/service.ts";
import { compRoutes } from "./comps/routes.ts";
import { getAffectedBuyers } from "./affected-buyers/service.ts";
import { addNote, deleteNote } from "./notes/service.ts";
import { addCustomerNote, customers, deleteCustomerNote, getCustomer } from "./customers/service.ts";
import { adminOrders } from "./admin/service.ts";
import { getEventRefund, refundEvent, changeEventRefund } from "./refunds/event/service.ts";
import { refundAmount } from "./refunds/amount.ts";
import { markPaidBack, quoteRefund, refundOrder, retryRefund } from "./refunds/staff.ts";
import * as ticketChanges from "#contract/ticket-changes.ts";
import { returnDifference } from "./ticket-changes/difference.ts";
import { listMoves, moveTicket } from "./ticket-changes/move.ts";
import { cancelTicket, renameHolder, renewCode } from "./ticket-changes/service.ts";
import type { Endpoint } from "#contract/endpoint.ts";

/** Routes for what admins do with orders. */
export function orderAdminRoutes(context: RouteContext, deps: Deps): void {
  route(context, boxOffice.listAdminOrders, ({ query }) => adminOrders.list(deps.db, query));
  route(context, boxOffice.exportAdminOrders, async ({ query, reply }) =>
    csvReply(reply, await eventFileName(deps.db, query.eventId, "orders"), adminOrders.file(deps.db, query)),
  );
  route(context, boxOffice.downloadAdminOrders, async ({ query, reply }) =>
    sheetReply(
      reply,
      await eventFileName(deps.db, query.eventId, "orders"),
      adminOrders.file(deps.db, query),
      "orders",
    ),
  );
  route(context, addNoteContract, ({ principal, params, body, idempotency }) =>
    addNote(deps, {
      staff: principal!,
      orderId: params.id,
      text: body.text,
      idempotency: idempotency!,
    }),
  );
  route(context, changeEmailContract, ({ principal, params, body, idempotency }) =>
    changeBuyerEmail(deps, { staff: principal!, orderId: params.id, draft: body, idempotency: idempotency! }),
  );
  route(context, deleteNoteContract, ({ principal, params }) => deleteNote(deps, principal!, params.id));
  route(context, affectedBuyersContract, ({ params }) => getAffectedBuyers(deps.db, params.id));
  compRoutes(context, deps);
  customerRoutes(context, deps);
  ticketChangeRoutes(context, deps);
  refundRoutes(context, deps);
}

function customerRoutes(context: RouteContext, deps: Deps): void {
  routes(context, customersContract, {
    listCustomers: ({ query }) => customers.list(deps.db, query),
    getCustomer: ({ params }) => getCustomer(deps.db, params.id),
    addCustomerNote: ({ principal, params, body, idempotency }) =>
      addCustomerNote(deps, {
        staff: principal!,
        orderId: params.id,
        text: body.text,
        idempotency: idempotency!,
      }),
    deleteCustomerNote: ({ principal, params }) => deleteCustomerNote(deps, principal!, params.id),
  });
}

function refundRoutes(context: RouteContext, deps: Deps): void {
  route(context, refunds.quoteRefund, ({ params, body }) => quoteRefund(deps.db, params.id, body));
  route(context, refunds.refundOrder, ({ principal, params, body, idempotency }) =>
    refundOrder(deps, { staff: principal!, orderId: params.id, draft: body, idempotency: idempotency! }),
  );
  route(context, refunds.refundAmount, ({ principal, params, body, idempotency }) =>
    refundAmount(deps, { staff: principal!, orderId: params.id, draft: body, idempotency: idempotency! }),
  );
  route(context, refunds.retryRefund, ({ principal, params, body }) =>
    retryRefund(deps, { staff: principal!, orderId: params.id, refundId: params.refundId, reason: body.reason }),
  );
  route(context, refunds.markPaidBack, ({ principal, params, body }) =>
    markPaidBack(deps, { staff: principal!, orderId: params.id, refundId: params.refundId, reason: body.reason }),
  );
  route(context, eventRefunds.getEventRefund, ({ principal, params }) =>
    getEventRefund(deps.db, principal!, params.id),
  );
  route(context, eventRefunds.refundEvent, ({ principal, params, body, idempotency }) =>
    refundEvent(deps, { staff: principal!, eventId: params.id, draft: body, idempotency: idempotency! }),
  );
  route(context, eventRefunds.changeEventRefund, ({ principal, params, body }) =>
    changeEventRefund(deps, { staff: principal!, eventId: params.id, refundId: params.refundId, step: body.step }),
  );
}

/** Who changes which ticket, and how. */
const changing = <Body>({
  principal,
  params,
  body,
}: Pick<Call<Endpoint>, "principal"> & { params: { id: number }; body: Body }) => ({
  staff: principal!,
  ticketId: params.id,
  ...body,
});

/** Routes for what admins change about single tickets. */
function ticketChangeRoutes(context: RouteContext, deps: Deps): void {
  route(context, ticketChanges.listMoves, ({ params, query }) => listMoves(deps.db, params.id, query.eventId));
  route(context, ticketChanges.renameHolder, (call) => renameHolder(deps, changing(call), call.body));
  route(context, ticketChanges.renewCode, (call) => renewCode(deps, changing(call)));
  route(context, ticketChanges.moveTicket, (call) => moveTicket(deps, changing(call)));
  route(context, ticketChanges.refundDifference, ({ principal, params, body, idempotency }) =>
    returnDifference(deps, { staff: principal!, ticketId: params.id, draft: body, idempotency: idempotency! }),
  );
  route(context, ticketChanges.cancelTicket, (call) => cancelTicket(deps, changing(call), call.body.returnsSpot));
}
