import * as contract from "#contract/accounts.ts";
import type { Deps } from "#server/platform/deps.ts";
import { readCookie } from "#server/platform/http/principal.ts";
import { route, type Call, type RouteContext } from "#server/platform/http/route.ts";
import { clearSessionCookie, setSessionCookie } from "./cookies.ts";
import { createFailedLogins } from "./failed-logins.ts";
import { createGuestDesk } from "./guests.ts";
import { identityRoutes } from "./identities/routes.ts";
import { createReception, toUser, userAgentOf } from "./reception.ts";
import { isGuest } from "./rules.ts";
import { secondFactorRoutes } from "./second-factor/routes.ts";
import { selfServiceRoutes } from "./self-service.ts";
import { logIn, logOut, registerAccount } from "./service.ts";
import type { SessionPrincipal } from "./session-store.ts";

type AnyCall = Pick<Call<typeof contract.login>, "request" | "reply" | "token" | "principal">;

/** Sign-in, registration, guests, the session's own person. */
export function accountsRoutes(context: RouteContext, deps: Deps): void {
  const { config, db } = deps;
  const failedLogins = createFailedLogins(config.rateLimits);
  const reception = createReception(deps);
  const { visitor, welcome } = reception;
  const createGuest = createGuestDesk(db);

  route(context, contract.getMe, async (call) => {
    const principal = call.principal as SessionPrincipal;
    // The session lives on in the database with each use; the browser's copy has to hear of it now and then.
    if (principal.cookieAged && cameByCookie(call)) setSessionCookie(call.reply, config, call.token!);
    return toUser(principal);
  });

  route(context, contract.login, async (call) =>
    welcome(call, await logIn({ db, failedLogins }, visitor(call), call.body)),
  );

  route(context, contract.register, async (call) => welcome(call, await registerAccount(db, visitor(call), call.body)));

  route(context, contract.continueAsGuest, async (call) => {
    if (call.principal && isGuest(call.principal.role)) return toUser(call.principal);
    if (call.principal) await logOut(db, call.token);
    return welcome(call, await createGuest({ userAgent: userAgentOf(call.request.headers["user-agent"]) }));
  });

  route(context, contract.logout, async (call) => {
    await logOut(db, call.token);
    clearSessionCookie(call.reply, config);
    return { ok: true as const };
  });

  secondFactorRoutes(context, deps, { reception, failedLogins });
  identityRoutes(context, deps, reception);
  selfServiceRoutes(context, deps, failedLogins);

  function cameByCookie({ request, token }: AnyCall): boolean {
    return readCookie(request.headers.cookie, context.cookieName) === token;
  }
}
