import { listOfficeOrders as officeContract } from "#contract/box-office.ts";
import * as contract from "#contract/comps.ts";
import type { Deps } from "#server/platform/deps.ts";
import { route, type RouteContext } from "#server/platform/http/route.ts";
import { issueComp, listComps, revokeComp } from "./comps/service.ts";
import { listOfficeOrders } from "./office/service.ts";

/** What admins do with orders. */
export function orderDeskRoutes(context: RouteContext, deps: Deps): void {
  route(context, officeContract, ({ query }) => listOfficeOrders(deps.db, query));
  route(context, contract.listComps, ({ query }) => listComps(deps.db, query));
  route(context, contract.issueComp, ({ principal, body, idempotency }) =>
    issueComp(deps, { staff: principal!, draft: body, idempotency: idempotency! }),
  );
  route(context, contract.revokeComp, ({ principal, params, body }) =>
    revokeComp(deps, principal!, params.id.toLowerCase(), body.reason),
  );
}
