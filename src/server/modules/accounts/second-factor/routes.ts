import * as contract from "#contract/second-factor.ts";
import type { Deps } from "#server/platform/deps.ts";
import { route, type RouteContext } from "#server/platform/http/route.ts";
import { createFailedLogins, type FailedLogins } from "../failed-logins.ts";
import type { ArrivingCall, Auth } from "../auth.ts";
import { challengeConfirmation, confirm, type Insider } from "./confirm.ts";
import * as passkeys from "./passkey-service.ts";
import * as service from "./service.ts";
import { challengeSignIn, finishSignIn } from "./sign-in.ts";

const ok = { ok: true as const };

/** Two-factor authentication: the second step of a sign-in, the account panel's section, and the policy for staff. */
export function secondFactorRoutes(
  context: RouteContext,
  deps: Deps,
  { auth, failedLogins }: { auth: Auth; failedLogins: FailedLogins },
): void {
  const { db } = deps;
  const failures = { failedLogins, failedFactors: createFailedLogins(deps.config.rateLimits, "two-factor codes") };
  const insider = ({ principal, token }: ArrivingCall): Insider => ({ userId: principal!.id, token: token! });

  route(context, contract.finishLogin, async (call) =>
    auth.signIn(call, await finishSignIn({ ...deps, ...failures }, auth.visitor(call), call.body)),
  );
  route(context, contract.challengeLogin, async ({ body }) => ({ ...(await challengeSignIn(deps, body.ticket)) }));

  route(context, contract.challengeConfirm, async (call) => ({
    ...(await challengeConfirmation(deps, insider(call))),
  }));
  route(context, contract.confirmIdentity, async (call) => {
    await confirm({ ...deps, ...failures }, auth.visitor(call), insider(call), call.body);
    return ok;
  });

  route(context, contract.getSecondFactors, ({ principal, token }) =>
    service.showSecondFactors(db, principal!, token!),
  );
  route(context, contract.startTotp, (call) => service.startTotp(deps, insider(call), call.principal!.username));
  route(context, contract.confirmTotp, async (call) => ({
    recoveryCodes: await service.confirmTotp(
      { ...deps, ...failures },
      auth.visitor(call),
      insider(call),
      call.body.code,
    ),
  }));
  route(context, contract.removeTotp, async (call) => {
    await service.removeTotp(deps, insider(call));
    return ok;
  });
  route(context, contract.renewRecoveryCodes, async (call) => ({
    recoveryCodes: await service.renewRecoveryCodes(deps, insider(call)),
  }));

  route(context, contract.startPasskey, async ({ principal, token }) => ({
    ...(await passkeys.startPasskey(deps, principal!, token!)),
  }));
  route(context, contract.addPasskey, (call) => passkeys.addPasskey(deps, insider(call), call.body));
  route(context, contract.renamePasskey, ({ principal, params, body }) =>
    passkeys.renamePasskey(deps, principal!.id, params.id, body.name),
  );
  route(context, contract.removePasskey, async (call) => {
    await passkeys.removePasskey(deps, insider(call), call.params.id);
    return ok;
  });

  route(context, contract.getStaffPolicy, () => service.showStaffPolicy(db));
  route(context, contract.putStaffPolicy, async (call) => {
    await service.setStaffPolicy(deps, call.principal!, call.body.required);
    return { required: call.body.required };
  });
}
