import * as outboxContract from "#contract/email/outbox.ts";
import { sendTicketsTo as sendTicketsContract } from "#contract/orders/buyer-email.ts";
import { emailMyTickets, findMyTickets } from "#contract/tickets.ts";
import type { Deps } from "#server/platform/deps.ts";
import { route, type RouteContext } from "#server/platform/http/route.ts";
import { createFindLimit, requestTicketLinks } from "./find-tickets.ts";
import { emailOwnTickets } from "./own-tickets.ts";
import { resendConfirmation, sendTicketsTo } from "./service.ts";

/** What staff and buyers do with the emails about orders. */
export function orderEmailRoutes(context: RouteContext, deps: Deps): void {
  route(context, sendTicketsContract, ({ principal, params, body, idempotency }) =>
    sendTicketsTo(deps, { staff: principal!, orderId: params.id, draft: body, idempotency: idempotency! }),
  );
  route(context, outboxContract.resendConfirmation, ({ principal, params, idempotency }) =>
    resendConfirmation(deps, params.id, { staff: principal!, idempotency: idempotency! }),
  );
  route(context, emailMyTickets, ({ principal }) => emailOwnTickets(deps, principal!));
  const limit = createFindLimit(deps.config.rateLimits, deps.openCounter);
  route(context, findMyTickets, async ({ body, request, prover }) => {
    await limit(request.ip, prover);
    await requestTicketLinks(deps, body.email);
    return { ok: true as const };
  });
}
