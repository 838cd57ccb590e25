import * as markers from "#contract/events/markers.ts";
import * as contract from "#contract/events/events.ts";
import type { Deps } from "#server/platform/deps.ts";
import { route, type RouteContext } from "#server/platform/http/route.ts";
import { listMonth, listMarkers } from "./list/service.ts";
import { findNextBuyable, getEvent, listEvents, listRelatedEvents } from "./service.ts";

export function eventsRoutes(context: RouteContext, { db }: Pick<Deps, "db">): void {
  route(context, contract.listEvents, ({ query }) => listEvents(db, query));
  route(context, markers.listEventMarkers, ({ query }) => listMarkers(db, query));
  route(context, markers.listEventMonth, ({ query }) => listMonth(db, query));
  route(context, contract.listRelatedEvents, ({ params }) => listRelatedEvents(db, params.id));
  route(context, contract.getNextBuyable, () => findNextBuyable(db));
  route(context, contract.getEvent, ({ params, query }) => getEvent(db, params.id, query.accessCode));
}
