import * as contract from "#contract/audit.ts";
import type { Deps } from "#server/platform/deps.ts";
import { route, type RouteContext } from "#server/platform/http/route.ts";
import { listAudit } from "./service.ts";

/** Reading the log; nothing writes to it from outside. */
export function auditRoutes(context: RouteContext, { db }: Deps): void {
  route(context, contract.listAudit, ({ query }) => listAudit(db, query));
}
