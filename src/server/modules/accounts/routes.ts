import * as contract from "#contract/accounts.ts";
import type { Deps } from "#server/platform/deps.ts";
import { readCookie } from "#server/platform/http/principal.ts";
import { route, type Call, type RouteContext } from "#server/platform/http/route.ts";
import { clearSessionCookie, setSessionCookie } from "./cookies.ts";
import { createFailedLogins, type FailedLogins } from "./failed-logins.ts";
import { createGuestService } from "./guests.ts";
import { identityRoutes } from "./identities/routes.ts";
import { createAuth, toUser, userAgentOf } from "./auth.ts";
import { isGuest } from "./rules.ts";
import { secondFactorRoutes } from "./second-factor/routes.ts";
import { logIn, logOut, registerAccount } from "./service.ts";
import type { SessionPrincipal } from "./session-store.ts";
import { deletionRoutes } from "./deletion/routes.ts";
import { profileRoutes } from "./profile/routes.ts";
import { recoveryRoutes } from "./recovery/routes.ts";
import { sessionListRoutes } from "./session-list/routes.ts";

type AnyCall = Pick<Call<typeof contract.login>, "request" | "reply" | "token" | "principal">;

/** Sign-in, registration, guests, and the current user. */
export function accountsRoutes(context: RouteContext, deps: Deps): void {
  const { config, db } = deps;
  const failedLogins = createFailedLogins(config.rateLimits);
  const auth = createAuth(deps);
  const { visitor, signIn } = auth;
  const createGuest = createGuestService(db);

  route(context, contract.getMe, async (call) => {
    const principal = call.principal as SessionPrincipal;
    // Each use extends the session in the database; the browser's cookie has to be renewed now and then.
    if (principal.cookieAged && cameByCookie(call)) setSessionCookie(call.reply, config, call.token!);
    return toUser(principal);
  });

  route(context, contract.login, async (call) =>
    signIn(call, await logIn({ db, failedLogins }, visitor(call), call.body)),
  );

  route(context, contract.register, async (call) => signIn(call, await registerAccount(db, visitor(call), call.body)));

  route(context, contract.continueAsGuest, async (call) => {
    if (call.principal && isGuest(call.principal.role)) return toUser(call.principal);
    if (call.principal) await logOut(db, call.token);
    return signIn(call, await createGuest({ userAgent: userAgentOf(call.request.headers["user-agent"]) }));
  });

  route(context, contract.logout, async (call) => {
    await logOut(db, call.token);
    clearSessionCookie(call.reply, config);
    return { ok: true as const };
  });

  secondFactorRoutes(context, deps, { auth, failedLogins });
  identityRoutes(context, deps, auth);
  selfServiceRoutes(context, deps, failedLogins);

  function cameByCookie({ request, token }: AnyCall): boolean {
    return readCookie(request.headers.cookie, context.cookieName) === token;
  }
}

/** What people do with their own account: recovery, the account panel, data download, deletion. */
function selfServiceRoutes(context: RouteContext, deps: Deps, failedLogins: FailedLogins): void {
  recoveryRoutes(context, deps);
  profileRoutes(context, deps, failedLogins);
  sessionListRoutes(context, deps);
  deletionRoutes(context, deps, failedLogins);
}
