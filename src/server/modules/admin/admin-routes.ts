import * as boxOffice from "#contract/box-office.ts";
import { getAdminFigures as figures, getAdminTrend } from "#contract/admin.ts";
import { getEventSales as salesContract } from "#contract/event-sales.ts";
import { getAdminOrder as orderContract } from "#contract/admin-order.ts";
import type { Deps } from "#server/platform/deps.ts";
import { route, type RouteContext } from "#server/platform/http/route.ts";
import { getAdminTrend as readTrend } from "./dashboard/service.ts";
import { getAdminOrder } from "./orders/service.ts";
import { getEventSales } from "./sales/service.ts";
import { adminEvents, getAdminFigures, getAdminEvent } from "./service.ts";

/** Routes for what admins see across all modules. */
export function adminRoutes(context: RouteContext, deps: Deps): void {
  const { db } = deps;
  route(context, figures, () => getAdminFigures(db));
  route(context, getAdminTrend, () => readTrend(db));
  route(context, boxOffice.listAdminEvents, ({ query }) => adminEvents.list(db, query));
  route(context, boxOffice.getAdminEvent, ({ params }) => getAdminEvent(db, params.id));
  route(context, orderContract, ({ params }) => getAdminOrder(deps, params.id.toLowerCase()));
  route(context, salesContract, ({ params }) => getEventSales(db, params.id));
}
