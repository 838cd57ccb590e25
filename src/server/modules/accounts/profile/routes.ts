import * as contract from "#contract/account-profile.ts";
import type { Deps } from "#server/platform/deps.ts";
import { route, type RouteContext } from "#server/platform/http/route.ts";
import { AppError } from "#server/platform/app-error.ts";
import { removeAvatar, setAvatar } from "../avatar/service.ts";
import { setSessionCookie } from "../cookies.ts";
import type { FailedLogins } from "../failed-logins.ts";
import { requireOwnPassword, requireOwnProof } from "../own-password.ts";
import { userAgentOf } from "../auth.ts";
import { changeEmail, confirmEmail, dropPendingEmail } from "./email.ts";
import { changePassword } from "./password.ts";
import { changeDisplayName, getProfile } from "./service.ts";

/** A person's own account: name, profile picture, email, password. */
export function profileRoutes(context: RouteContext, deps: Deps, failedLogins: FailedLogins): void {
  const { config, db } = deps;
  const question = (userId: number, address: string) => ({ db, failedLogins, userId, address });

  route(context, contract.getProfile, ({ principal }) => getProfile(db, principal!.id));

  route(context, contract.changeProfile, ({ principal, body }) => changeDisplayName(db, principal!, body.displayName));

  route(context, contract.setAvatar, async ({ principal, file }) => {
    await setAvatar(deps, principal!, file!);
    return getProfile(db, principal!.id);
  });

  route(context, contract.removeAvatar, async ({ principal }) => {
    await removeAvatar(deps, principal!);
    return getProfile(db, principal!.id);
  });

  route(context, contract.changeEmail, async ({ principal, body, request, token }) => {
    await requireOwnProof(question(principal!.id, request.ip), { role: principal!.role, token }, body.password);
    await changeEmail(deps, principal!, body.email);
    return getProfile(db, principal!.id);
  });

  route(context, contract.dropPendingEmail, async ({ principal }) => {
    await dropPendingEmail(deps, principal!);
    return getProfile(db, principal!.id);
  });

  route(context, contract.confirmEmail, async ({ principal, body, token }) => {
    await confirmEmail(deps, principal!, { token: body.token, sessionToken: token! });
    return getProfile(db, principal!.id);
  });

  route(context, contract.changePassword, async ({ principal, body, request, reply }) => {
    const from = await requireOwnPassword(question(principal!.id, request.ip), body.currentPassword);
    if (from === null) throw new AppError("not_allowed");
    const userAgent = userAgentOf(request.headers["user-agent"]);
    const token = await changePassword(deps, principal!, { from, password: body.password, userAgent });
    setSessionCookie(reply, config, token);
    return { ok: true as const };
  });
}
