import * as contract from "#contract/accounts/second-factor.ts";
import type { Deps } from "#server/platform/deps.ts";
import { whenDone, routes, type RouteContext } from "#server/platform/http/route.ts";
import { createFailedLogins, type FailedLogins } from "../failed-logins.ts";
import type { ArrivingCall, Auth } from "../auth.ts";
import { challengeConfirmation, confirm, type Insider, challengeSignIn, finishSignIn } from "./sign-in.ts";
import * as service from "./service.ts";

/** Two-factor authentication: the second step of a sign-in, the account panel's section, and the policy for staff. */
export function secondFactorRoutes(
  context: RouteContext,
  deps: Deps,
  { auth, failedLogins }: { auth: Auth; failedLogins: FailedLogins },
): void {
  const { db } = deps;
  const failedFactors = createFailedLogins(deps.config.rateLimits, deps.openCounter, "two-factor codes");
  const failures = { failedLogins, failedFactors };
  const insider = ({ principal, token }: ArrivingCall): Insider => ({ userId: principal!.id, token: token! });

  routes(context, contract, {
    finishLogin: async (call) =>
      auth.signIn(call, await finishSignIn({ ...deps, ...failures }, auth.visitor(call), call.body)),
    challengeLogin: async ({ body }) => ({ ...(await challengeSignIn(deps, body.ticket)) }),
    challengeConfirm: async (call) => ({
      ...(await challengeConfirmation(deps, insider(call))),
    }),
    confirmIdentity: (call) =>
      whenDone(confirm({ ...deps, ...failures }, auth.visitor(call), insider(call), call.body)),
    getSecondFactors: ({ principal, token }) => service.showSecondFactors(db, principal!, token!),
    startTotp: (call) => service.startTotp(deps, insider(call), call.principal!.username),
    confirmTotp: async (call) => ({
      recoveryCodes: await service.confirmTotp(
        { ...deps, ...failures },
        auth.visitor(call),
        insider(call),
        call.body.code,
      ),
    }),
    removeTotp: (call) => whenDone(service.removeTotp(deps, insider(call))),
    renewRecoveryCodes: async (call) => ({
      recoveryCodes: await service.renewRecoveryCodes(deps, insider(call)),
    }),
    startPasskey: async ({ principal, token }) => ({
      ...(await service.startPasskey(deps, principal!, token!)),
    }),
    addPasskey: (call) => service.addPasskey(deps, insider(call), call.body),
    renamePasskey: ({ principal, params, body }) => service.renamePasskey(deps, principal!.id, params.id, body.name),
    removePasskey: (call) => whenDone(service.removePasskey(deps, insider(call), call.params.id)),
    getStaffPolicy: async () => ({ required: await service.isStaffFactorRequired(db) }),
    setStaffPolicy: async (call) => {
      await service.setStaffPolicy(deps, call.principal!, call.body.required);
      return { required: call.body.required };
    },
  });
}
