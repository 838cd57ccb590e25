import { getTimeline as contract } from "#contract/person-records.ts";
import type { Deps } from "#server/platform/deps.ts";
import { route, type RouteContext } from "#server/platform/http/route.ts";
import type { TimelineSource } from "#server/platform/timeline.ts";
import { getTimeline } from "./service.ts";

/** One timeline per person, from what the site's modules contribute. */
export function timelineRoutes(context: RouteContext, { db }: Deps, sources: TimelineSource[]): void {
  route(context, contract, ({ params, query }) => getTimeline(db, sources, params.id, query));
}
