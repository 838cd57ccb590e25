import { changeBuyerEmail as changeEmailContract } from "#contract/orders/buyer-email.ts";
import { addOrderNote as addNoteContract, deleteOrderNote as deleteNoteContract } from "#contract/admin/order.ts";
import * as eventRefunds from "#contract/refunds/events.ts";
import * as refunds from "#contract/refunds/refunds.ts";
import type { Deps } from "#server/platform/deps.ts";
import { route, type RouteContext } from "#server/platform/http/route.ts";
import { changeBuyerEmail } from "./buyer-email/service.ts";
import { addNote, deleteNote } from "./notes/service.ts";
import { refundAmount } from "./refunds/amount.ts";
import { changeEventRefund, getEventRefund, refundEvent } from "./refunds/events/service.ts";
import { markPaidBack, quoteRefund, refundOrder, retryRefund } from "./refunds/staff.ts";

/** Routes for what admins do with orders. */
export function orderAdminRoutes(context: RouteContext, deps: Deps): void {
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
  refundRoutes(context, deps);
  eventRefundRoutes(context, deps);
}

function refundRoutes(context: RouteContext, deps: Deps): void {
  route(context, refunds.quoteRefund, ({ params, body }) => quoteRefund(deps, params.id, body));
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

function eventRefundRoutes(context: RouteContext, deps: Deps): void {
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
