import * as contract from "#contract/accounts/recovery.ts";
import type { Deps } from "#server/platform/deps.ts";
import { whenDone, routes, type RouteContext } from "#server/platform/http/route.ts";
import * as service from "./service.ts";
import { createRecoveryLimit } from "./service.ts";

/** Password reset: requesting it, checking the link, setting the password, and links created by staff. */
export function recoveryRoutes(context: RouteContext, deps: Deps): void {
  const limit = createRecoveryLimit(deps.config.rateLimits, deps.openCounter);

  routes(context, contract, {
    requestPasswordReset: async ({ body, request, prover }) => {
      await limit(request.ip, prover);
      await service.requestLink(deps, { ...body, purpose: "reset" });
      return { ok: true as const };
    },
    checkPasswordReset: ({ body }) => service.checkLink(deps.db, "reset", body.token),
    completePasswordReset: ({ body }) => whenDone(service.completeReset(deps, body)),
    createResetLink: ({ params, principal }) => service.createStaffLink(deps, principal!, params.id),
  });
}
