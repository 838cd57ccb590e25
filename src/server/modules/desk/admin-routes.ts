import * as office from "#contract/box-office.ts";
import { getDeskFigures as figures } from "#contract/desk.ts";
import type { Deps } from "#server/platform/deps.ts";
import { route, type RouteContext } from "#server/platform/http/route.ts";
import { getDeskFigures, getOfficeNight, listOfficeNights } from "./service.ts";

/** What admins see across all modules. */
export function deskRoutes(context: RouteContext, { db }: Deps): void {
  route(context, figures, () => getDeskFigures(db));
  route(context, office.listOfficeNights, ({ query }) => listOfficeNights(db, query));
  route(context, office.getOfficeNight, ({ params }) => getOfficeNight(db, params.id));
}
