import * as contract from "#contract/accounts.ts";
import type { Deps } from "#server/platform/deps.ts";
import { readCookie } from "#server/platform/http/principal.ts";
import { route, type Call, type RouteContext } from "#server/platform/http/route.ts";
import { clearSessionCookie, deviceCookieName, setDeviceCookie, setSessionCookie } from "./cookies.ts";
import { createFailedLogins } from "./failed-logins.ts";
import { createGuestDesk, type SignedIn } from "./guests.ts";
import { createKnownDevices } from "./known-devices.ts";
import { isGuest } from "./rules.ts";
import { logIn, logOut, registerAccount, toUser, type Visitor } from "./service.ts";
import type { SessionPrincipal } from "./session-store.ts";

type AnyCall = Pick<Call<typeof contract.login>, "request" | "reply" | "token" | "principal">;

/** Sign-in, registration, guests, the session's own person. */
export function accountsRoutes(context: RouteContext, { config, db, keys }: Deps): void {
  const failedLogins = createFailedLogins(config.rateLimits);
  const devices = createKnownDevices(keys);
  const createGuest = createGuestDesk(db);

  function visitor({ request, token, principal }: AnyCall): Visitor {
    const note = readCookie(request.headers.cookie, deviceCookieName(config));
    return {
      address: request.ip,
      userAgent: userAgentOf(request.headers["user-agent"]),
      token,
      principal,
      knows: (userId) => devices.knows(note, userId),
    };
  }

  function welcome(call: AnyCall, { person, token }: SignedIn) {
    setSessionCookie(call.reply, config, token);
    if (!isGuest(person.role)) setDeviceCookie(call.reply, config, devices.issue(person.id));
    return toUser(person);
  }

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

  function cameByCookie({ request, token }: AnyCall): boolean {
    return readCookie(request.headers.cookie, context.cookieName) === token;
  }
}

function userAgentOf(header: string | undefined): string | null {
  return header === undefined ? null : header.slice(0, 300);
}
