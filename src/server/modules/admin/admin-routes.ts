import * as customersContract from "#contract/admin/customers.ts";
import * as ordersContract from "#contract/admin/orders.ts";
import * as dashboard from "#contract/admin/overview.ts";
import { getSiteReadiness } from "#contract/admin/readiness.ts";
import { getEventSales as salesContract } from "#contract/events/sales.ts";
import { getAdminOrder as orderContract } from "#contract/admin/order.ts";
import * as ledgerContract from "#contract/ledger.ts";
import { getTimeline as timelineContract } from "#contract/accounts/person-records.ts";
import { eventFileName } from "#server/modules/events/index.ts";
import type { Deps } from "#server/platform/deps.ts";
import { fileRoutes } from "#server/platform/http/file-routes.ts";
import { route, routes, type RouteContext } from "#server/platform/http/route.ts";
import { collect, collectCounters } from "#server/platform/module-parts.ts";
import type { Host } from "#server/platform/module.ts";
import { attendees, attendeesFile } from "./attendees/service.ts";
import { addCustomerNote, customers, deleteCustomerNote, getCustomer } from "./customers/service.ts";
import type { AdminOrderQuery } from "#contract/admin/orders.ts";
import { getSettings } from "#server/modules/settings/index.ts";
import { findBalances, journalEntries } from "./ledger/service.ts";
import { adminOrders } from "./orders/list.ts";
import { getAdminOrder } from "./orders/service.ts";
import { getAdminTrend, getFigures, adminEvents, getAdminEvent, getEventSales } from "./service.ts";
import { createReadiness } from "./readiness/service.ts";
import { getTimeline } from "./timeline.ts";

/** Routes for what admins see across modules. */
export function adminRoutes(host: Host): void {
  const { context, deps, contributions } = host;
  const { db } = deps;
  routes(context, dashboard, {
    getAdminFigures: () => getFigures(db),
    getAdminTrend: () => getAdminTrend(db, collectCounters(contributions, "attention")),
  });
  route(context, getSiteReadiness, createReadiness(host));
  orderRoutes(context, deps);
  customerRoutes(context, deps);
  routes(context, ledgerContract, {
    listLedger: ({ query }) => journalEntries.list(db, query),
    getLedgerBalances: ({ query }) => findBalances(db, query),
  });
  fileRoutes(context, ledgerContract.exportLedgerEntries, "ledger-entries", ({ query }) =>
    journalEntries.file(db, query),
  );
  route(context, salesContract, ({ params }) => getEventSales(db, params.id));
  route(context, timelineContract, ({ params, query }) =>
    getTimeline(db, collect(contributions, "timeline"), params.id, query),
  );
}

function orderRoutes(context: RouteContext, deps: Deps): void {
  const { db } = deps;
  const fileName = (eventId: number | undefined, what: string) => eventFileName(db, eventId, what);
  const fileOf = async (query: Omit<AdminOrderQuery, "page" | "cursor">) =>
    adminOrders.file(db, { ...query, timeZone: (await getSettings(db)).defaultTimeZone });
  routes(context, ordersContract, {
    listAttendees: ({ query }) => attendees.list(db, query),
    listAdminEvents: ({ query }) => adminEvents.list(db, query),
    getAdminEvent: ({ params }) => getAdminEvent(db, params.id),
    listAdminOrders: ({ query }) => adminOrders.list(db, query),
  });
  fileRoutes(
    context,
    ordersContract.exportAdminOrders,
    ({ query }) => fileName(query.eventId, "orders"),
    ({ query }) => fileOf(query),
  );
  fileRoutes(
    context,
    ordersContract.exportAttendees,
    ({ query }) => fileName(query.eventId, "attendees"),
    ({ query }) => attendeesFile(db, query),
  );
  fileRoutes(context, ordersContract.exportAdminEvents, "events", ({ query }) => adminEvents.file(db, query));
  route(context, orderContract, ({ params }) => getAdminOrder(deps, params.id.toLowerCase()));
}

function customerRoutes(context: RouteContext, deps: Deps): void {
  fileRoutes(context, customersContract.exportCustomers, "customers", ({ query }) => customers.file(deps.db, query));
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
