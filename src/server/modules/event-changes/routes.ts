import { getAffectedBuyers as affectedBuyersContract } from "#contract/events/changes.ts";
import * as eventRefunds from "#contract/events/refunds.ts";
import type { Deps } from "#server/platform/deps.ts";
import { route, type RouteContext } from "#server/platform/http/route.ts";
import { getAffectedBuyers } from "./affected-buyers/service.ts";
import { changeEventRefund, getEventRefund, refundEvent } from "./refunds/service.ts";

/** Routes for what a change to an event means for its buyers. */
export function eventChangeRoutes(context: RouteContext, deps: Deps): void {
  route(context, affectedBuyersContract, ({ params }) => getAffectedBuyers(deps.db, params.id));
  route(context, eventRefunds.getEventRefund, ({ principal, params }) =>
    getEventRefund(deps.db, principal!, params.id),
  );
  route(context, eventRefunds.refundEvent, ({ principal, params, body, idempotency }) =>
    refundEvent(deps, { staff: principal!, eventId: params.id, draft: body, idempotency: idempotency! }),
  );
  route(context, eventRefunds.changeEventRefund, ({ principal, params, body }) =>
    changeEventRefund(deps, { staff: principal!, eventId: params.id, refundId: params.refundId, step: body.step }),
  );
}
