import * as contract from "#contract/ticket-changes.ts";
import type { Deps } from "#server/platform/deps.ts";
import { route, type RouteContext } from "#server/platform/http/route.ts";
import { returnDifference } from "./difference.ts";
import { listMoves, moveTicket } from "./move.ts";
import { cancelTicket, renameHolder, renewCode } from "./service.ts";

/** Routes for what admins change about single tickets. */
export function ticketChangeRoutes(context: RouteContext, deps: Deps): void {
  route(context, contract.listMoves, ({ params, query }) => listMoves(deps.db, params.id, query.eventId));
  route(context, contract.renameHolder, ({ principal, params, body }) =>
    renameHolder(deps, { staff: principal!, ticketId: params.id, ...body }, body),
  );
  route(context, contract.renewCode, ({ principal, params, body }) =>
    renewCode(deps, { staff: principal!, ticketId: params.id, ...body }),
  );
  route(context, contract.moveTicket, ({ principal, params, body }) =>
    moveTicket(deps, { staff: principal!, ticketId: params.id, ...body }),
  );
  route(context, contract.refundDifference, ({ principal, params, body, idempotency }) =>
    returnDifference(deps, { staff: principal!, ticketId: params.id, draft: body, idempotency: idempotency! }),
  );
  route(context, contract.cancelTicket, ({ principal, params, body }) =>
    cancelTicket(deps, { staff: principal!, ticketId: params.id, ...body }, body.returnsSpot),
  );
}
