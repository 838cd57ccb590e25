import * as marks from "#contract/event-marks.ts";
import * as contract from "#contract/events.ts";
import type { Deps } from "#server/platform/deps.ts";
import { route, type RouteContext } from "#server/platform/http/route.ts";
import { listMonth, listPlaces } from "./marks/service.ts";
import { getEvent, listEvents, listRelatedEvents } from "./service.ts";

/** What is on, and one night of it. */
export function eventsRoutes(context: RouteContext, { db }: Pick<Deps, "db">): void {
  route(context, contract.listEvents, ({ query }) => listEvents(db, query));
  route(context, marks.listEventPlaces, ({ query }) => listPlaces(db, query));
  route(context, marks.listEventMonth, ({ query }) => listMonth(db, query));
  route(context, contract.listRelatedEvents, ({ params }) => listRelatedEvents(db, params.id));
  route(context, contract.getEvent, ({ params, query }) => getEvent(db, params.id, query.accessCode));
}
