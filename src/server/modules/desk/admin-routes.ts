import * as office from "#contract/box-office.ts";
import { getDeskFigures as figures, getDeskTrend } from "#contract/desk.ts";
import { getNightSales as salesContract } from "#contract/night-sales.ts";
import * as ledger from "#contract/ledger.ts";
import { getOfficeOrder as orderContract } from "#contract/office-order.ts";
import type { Deps } from "#server/platform/deps.ts";
import { route, type RouteContext } from "#server/platform/http/route.ts";
import { getDeskTrend as readTrend } from "./dashboard/service.ts";
import { getLedgerBalances, listLedger } from "./ledger/service.ts";
import { getOfficeOrder } from "./orders/service.ts";
import { getNightSales } from "./sales/service.ts";
import { getDeskFigures, getOfficeNight, listOfficeNights } from "./service.ts";

/** What admins see across all modules. */
export function deskRoutes(context: RouteContext, deps: Deps): void {
  const { db } = deps;
  route(context, figures, () => getDeskFigures(db));
  route(context, getDeskTrend, () => readTrend(db));
  route(context, office.listOfficeNights, ({ query }) => listOfficeNights(db, query));
  route(context, office.getOfficeNight, ({ params }) => getOfficeNight(db, params.id));
  route(context, ledger.listLedger, ({ query }) => listLedger(db, query));
  route(context, ledger.getLedgerBalances, ({ query }) => getLedgerBalances(db, query));
  route(context, orderContract, ({ params }) => getOfficeOrder(deps, params.id.toLowerCase()));
  route(context, salesContract, ({ params }) => getNightSales(db, params.id));
}
