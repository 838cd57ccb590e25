import type { Endpoint } from "#contract/endpoint.ts";
import * as ticketChanges from "#contract/ticket-changes.ts";
import type { Deps } from "#server/platform/deps.ts";
import { route, type Call, type RouteContext } from "#server/platform/http/route.ts";
import { returnDifference } from "./difference.ts";
import { listMoves, moveTicket } from "./move.ts";
import { cancelTicket, renameHolder, renewCode } from "./service.ts";

/** Who changes which ticket, and how. */
const changing = <Body>({
  principal,
  params,
  body,
}: Pick<Call<Endpoint>, "principal"> & { params: { id: number }; body: Body }) => ({
  staff: principal!,
  ticketId: params.id,
  ...body,
});

/** Routes for what admins change about single tickets. */
export function ticketChangeRoutes(context: RouteContext, deps: Deps): void {
  route(context, ticketChanges.listMoves, ({ params, query }) => listMoves(deps, params.id, query.eventId));
  route(context, ticketChanges.renameHolder, (call) => renameHolder(deps, changing(call), call.body));
  route(context, ticketChanges.renewCode, (call) => renewCode(deps, changing(call)));
  route(context, ticketChanges.moveTicket, (call) => moveTicket(deps, changing(call)));
  route(context, ticketChanges.refundDifference, ({ principal, params, body, idempotency }) =>
    returnDifference(deps, { staff: principal!, ticketId: params.id, draft: body, idempotency: idempotency! }),
  );
  route(context, ticketChanges.cancelTicket, (call) => cancelTicket(deps, changing(call), call.body.returnsSpot));
}
