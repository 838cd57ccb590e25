import * as boxOffice from "#contract/admin/orders.ts";
import * as customersContract from "#contract/admin/customers.ts";
import { eventFileName } from "#server/modules/events/index.ts";
import type { Deps } from "#server/platform/deps.ts";
import { csvReply } from "#server/platform/http/csv-reply.ts";
import { route, routes, type RouteContext } from "#server/platform/http/route.ts";
import { sheetReply } from "#server/platform/sheet.ts";
import { addCustomerNote, customers, deleteCustomerNote, getCustomer } from "./customers/service.ts";
import { adminOrders } from "./orders/service.ts";

/** Routes for the orders and customers that staff search. */
export function boxOfficeRoutes(context: RouteContext, deps: Deps): void {
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
  customerRoutes(context, deps);
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
