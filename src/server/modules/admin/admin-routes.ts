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
import { eventsOf, type Scope } from "#server/platform/http/scope.ts";
import { collect, collectCounters } from "#server/platform/module-parts.ts";
import type { Host } from "#server/platform/module.ts";
import { attendees, attendeesFile } from "./attendees/service.ts";
import { addCustomerNote, customers, deleteCustomerNote, getCustomer } from "./customers/service.ts";
import { getSettings } from "#server/modules/settings/index.ts";
import { findBalances, journalEntries } from "./ledger/service.ts";
import { adminOrders } from "./orders/list.ts";
import type { OrderQuery } from "./orders/list-store.ts";
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
  route(context, salesContract, ({ params, scope }) => getEventSales(db, params.id, scope));
  route(context, timelineContract, ({ params, query }) =>
    getTimeline(db, collect(contributions, "timeline"), params.id, query),
  );
}

/** A call for a file that may be about one event. */
interface FileCall {
  query: { eventId?: number | undefined };
  scope: Scope;
}

function orderRoutes(context: RouteContext, deps: Deps): void {
  const { db } = deps;
  /** Named after an event that the caller may see. */
  const fileName = ({ query: { eventId }, scope }: FileCall, what: string) =>
    eventFileName(db, eventId !== undefined && (scope.eventIds?.includes(eventId) ?? true) ? eventId : undefined, what);
  const fileOf = async (query: Omit<OrderQuery, "page" | "cursor">) =>
    adminOrders.file(db, { ...query, timeZone: (await getSettings(db)).defaultTimeZone });
  routes(context, ordersContract, {
    listAttendees: ({ query, scope }) => attendees.list(db, { ...query, ...eventsOf(scope) }),
    listAdminEvents: ({ query, scope }) => adminEvents.list(db, { ...query, ...eventsOf(scope) }),
    getAdminEvent: ({ params }) => getAdminEvent(db, params.id),
    listAdminOrders: ({ query, scope }) => adminOrders.list(db, { ...query, ...eventsOf(scope) }),
  });
  fileRoutes(
    context,
    ordersContract.exportAdminOrders,
    (call) => fileName(call, "orders"),
    ({ query, scope }) => fileOf({ ...query, ...eventsOf(scope) }),
  );
  fileRoutes(
    context,
    ordersContract.exportAttendees,
    (call) => fileName(call, "attendees"),
    ({ query, scope }) => attendeesFile(db, { ...query, ...eventsOf(scope) }),
  );
  fileRoutes(context, ordersContract.exportAdminEvents, "events", ({ query, scope }) =>
    adminEvents.file(db, { ...query, ...eventsOf(scope) }),
  );
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
