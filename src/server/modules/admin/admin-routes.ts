import * as boxOffice from "#contract/admin/orders.ts";
import * as dashboard from "#contract/admin/overview.ts";
import { getEventSales as salesContract } from "#contract/events/sales.ts";
import { getAdminOrder as orderContract } from "#contract/admin/order.ts";
import { getTimeline as timelineContract } from "#contract/accounts/person-records.ts";
import { search, searchStaff } from "#contract/search.ts";
import { route, routes } from "#server/platform/http/route.ts";
import { collect, collectCounters, type Host } from "#server/platform/module.ts";
import {
  getAdminTrend,
  getFigures,
  adminEvents,
  getAdminEvent,
  getEventSales,
  publicSources,
  searchSite,
  staffHitsPerKind,
  staffSources,
} from "./service.ts";
import { getAdminOrder } from "./orders/service.ts";
import { getTimeline } from "./timeline.ts";

/** Routes for what admins see across all modules, and for the search and the timeline that modules contribute to. */
export function adminRoutes({ context, deps, contributions }: Host): void {
  const { db } = deps;
  const sources = () => collect(contributions, "search").flat();
  route(context, search, ({ query }) => searchSite(publicSources(sources()), query.q));
  route(context, searchStaff, ({ principal, query }) =>
    searchSite(staffSources(sources(), principal), query.q, staffHitsPerKind),
  );
  routes(context, dashboard, {
    getAdminFigures: () => getFigures(db),
    getAdminTrend: () => getAdminTrend(db, collectCounters(contributions, "attention")),
  });
  routes(context, boxOffice, {
    listAdminEvents: ({ query }) => adminEvents.list(db, query),
    getAdminEvent: ({ params }) => getAdminEvent(db, params.id),
  });
  route(context, orderContract, ({ params }) => getAdminOrder(deps, params.id.toLowerCase()));
  route(context, salesContract, ({ params }) => getEventSales(db, params.id));
  route(context, timelineContract, ({ params, query }) =>
    getTimeline(db, collect(contributions, "timeline"), params.id, query),
  );
}
