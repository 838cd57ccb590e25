import { search } from "#contract/search.ts";
import { route, type RouteContext } from "#server/platform/http/route.ts";
import type { SearchSource } from "#server/platform/module.ts";
import { searchSite } from "./service.ts";

/** One search across everything that the site's modules contribute. */
export function searchRoutes(context: RouteContext, sources: SearchSource[]): void {
  route(context, search, ({ query }) => searchSite(sources, query.q));
}
