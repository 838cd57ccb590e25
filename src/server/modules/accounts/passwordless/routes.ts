import * as contract from "#contract/accounts/sign-in.ts";
import type { Deps } from "#server/platform/deps.ts";
import { routes, type RouteContext } from "#server/platform/http/route.ts";
import type { Auth } from "../auth.ts";
import { checkLink, createRecoveryLimit, requestLink } from "../recovery/service.ts";
import { challengePasskey, signInByLink, signInByPasskey } from "./service.ts";

/** Signing in without a password: by an emailed link, or by a passkey. */
export function passwordlessRoutes(context: RouteContext, deps: Deps, auth: Auth): void {
  const limit = createRecoveryLimit(deps.config.rateLimits, deps.openCounter);

  routes(context, contract, {
    requestSignInLink: async ({ body, request, prover }) => {
      await limit(request.ip, prover);
      await requestLink(deps, { ...body, purpose: "sign_in" });
      return { ok: true as const };
    },
    checkSignInLink: ({ body }) => checkLink(deps.db, "sign_in", body.token),
    redeemSignInLink: async (call) => auth.signIn(call, await signInByLink(deps, auth.visitor(call), call.body.token)),
    challengePasskey: async () => ({ ...(await challengePasskey(deps)) }),
    signInByPasskey: async (call) =>
      auth.signIn(call, await signInByPasskey(deps, auth.visitor(call), call.body.assertion)),
  });
}
