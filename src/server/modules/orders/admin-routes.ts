import * as boxOffice from "#contract/box-office.ts";
import { changeBuyerEmail as changeEmailContract } from "#contract/buyer-email.ts";
import { addOrderNote as addNoteContract, deleteOrderNote as deleteNoteContract } from "#contract/admin-order.ts";
import * as customersContract from "#contract/customers.ts";
import * as refunds from "#contract/refunds.ts";
import { eventFileName } from "#server/modules/events/index.ts";
import type { Deps } from "#server/platform/deps.ts";
import { csvReply } from "#server/platform/http/csv-reply.ts";
import { sheetReply } from "#server/platform/sheet.ts";
import { route, routes, type RouteContext } from "#server/platform/http/route.ts";
import { changeBuyerEmail } from "./buyer-email/service.ts";
import { addNote, deleteNote } from "./notes/service.ts";
import { addCustomerNote, customers, deleteCustomerNote, getCustomer } from "./customers/service.ts";
import { adminOrders } from "./admin/service.ts";
import { refundAmount } from "./refunds/amount.ts";
import { markPaidBack, quoteRefund, refundOrder, retryRefund } from "./refunds/staff.ts";

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
  customerRoutes(context, deps);
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
}
