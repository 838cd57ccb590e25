import { receiveWebhook } from "#contract/payments/payments.ts";
import { AppError } from "#server/platform/app-error.ts";
import type { Deps } from "#server/platform/deps.ts";
import { route, type RouteContext } from "#server/platform/http/route.ts";
import { sandboxRoutes } from "./sandbox/page.ts";
import { receiveWebhookEvent } from "./webhook-events.ts";
import type { Payments } from "./service.ts";

/** Webhook endpoint for providers, with the body exactly as signed, and the sandbox's own page while it takes the payments. */
export function paymentsRoutes(context: RouteContext, deps: Deps, payments: Payments): void {
  if (payments.provider.name === "sandbox") sandboxRoutes(context, payments.sandbox);
  context.app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser("*", { parseAs: "string" }, (_request, body, done) => done(null, body));
    route({ ...context, app: scope }, receiveWebhook, async ({ params, request }) => {
      if (params.provider !== payments.provider.name) throw new AppError("not_found");
      await receiveWebhookEvent(deps, payments, request.headers, typeof request.body === "string" ? request.body : "");
      return { received: true as const };
    });
  });
}
