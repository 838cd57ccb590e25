import { listInvariants } from "#contract/invariants.ts";
import type { Deps } from "#server/platform/deps.ts";
import { route, type RouteContext } from "#server/platform/http/route.ts";
import { findInvariantChecks } from "./service.ts";

/** Routes for staff to read the site's own checks. */
export function invariantRoutes(context: RouteContext, { db }: Deps): void {
  route(context, listInvariants, async () => {
    const items = await findInvariantChecks(db);
    return { items, total: items.length, page: 1, pageSize: items.length };
  });
}
