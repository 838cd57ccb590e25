import * as contract from "#contract/analytics.ts";
import { isStaffRole } from "#server/platform/http/principal.ts";
import { whenDone, route, type Call, type RouteContext } from "#server/platform/http/route.ts";
import { isBot, type Analytics } from "./service.ts";
import type { InteractionKind, Sender } from "./rules.ts";

/** Views and clicks sent by browsers, and the report for staff. */
export function analyticsRoutes(context: RouteContext, analytics: Analytics): void {
  route(context, contract.recordPageView, async (call) => {
    const sender = senderOf(call);
    if (sender) analytics.pageView(call.body, sender);
    return { ok: true as const };
  });

  const record = (endpoint: typeof contract.recordEventView, kind: InteractionKind) =>
    route(context, endpoint, (call) => whenDone(analytics.interaction(kind, call.params.id, senderOf(call))));
  record(contract.recordEventView, "event_view");
  record(contract.recordTicketClick, "ticket_click");
  record(contract.recordProductView, "product_view");
  record(contract.recordProductDetailClick, "product_click");

  route(context, contract.readAnalytics, ({ query }) => analytics.report(query));
  context.app.addHook("onClose", () => analytics.close());
}

/** Who sent it; undefined for staff, whose own visits never count. */
function senderOf({
  principal,
  request,
}: Pick<Call<typeof contract.recordPageView>, "principal" | "request">): Sender | undefined {
  if (principal && isStaffRole(principal.role)) return undefined;
  return { userId: principal?.id ?? null, isBot: isBot(request.headers["user-agent"]) };
}
