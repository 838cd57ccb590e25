import * as contract from "#contract/accounts/accounts.ts";
import type { Deps } from "#server/platform/deps.ts";
import type { Me } from "#contract/accounts/accounts.ts";
import { readCookie, type Principal } from "#server/platform/http/principal.ts";
import { findStaffRights } from "#server/platform/staff-rights.ts";
import { whenDone, route, routes, type Call, type RouteContext } from "#server/platform/http/route.ts";
import { clearSessionCookie, setSessionCookie, createAuth, toUser, userAgentOf, type Auth } from "./auth.ts";
import { createFailedLogins, type FailedLogins } from "./failed-logins.ts";
import { createGuestService, logIn, logOut, registerAccount } from "./service.ts";
import { isGuest } from "./rules.ts";
import { secondFactorRoutes } from "./second-factor/routes.ts";
import type { SessionPrincipal } from "./session-store.ts";
import { passwordlessRoutes } from "./passwordless/routes.ts";
import { recoveryRoutes } from "./recovery/routes.ts";
import * as accountProfile from "#contract/accounts/profile.ts";
import { AppError } from "#server/platform/app-error.ts";
import { removeAvatar, setAvatar } from "./avatar/service.ts";
import {
  requireOwnPassword,
  requireOwnProof,
  changeEmail,
  confirmEmail,
  dropPendingEmail,
  changeDisplayName,
  getProfile,
  changePassword,
} from "./profile.ts";
import * as accountSessions from "#contract/accounts/sessions.ts";
import { endOtherSessions, endSession, listSessions } from "./sessions.ts";
import * as accountDeletion from "#contract/accounts/deletion.ts";
import { collectRecords, deleteAccount, weighDeletion } from "./people/leaving.ts";
import * as identities from "#contract/accounts/identities.ts";
import { createKeySet, hashIdentityToken, verifyToken } from "./identities/token.ts";
import { signInByIdentity } from "./identities/service.ts";

/**
 * Third-party sign-in. Without a provider in the configuration the route doesn't exist, and no service is ever called.
 */
function identityRoutes(context: RouteContext, deps: Deps, auth: Auth): void {
  const { config, log } = deps;
  const provider = config.identityProvider;
  const findKey = provider && createKeySet(provider.jwksUrl, log);

  route(context, identities.signInWithIdentity, async (call) => {
    if (provider === undefined || findKey === undefined) throw new AppError("not_found");
    const { idToken } = call.body;
    const expected = { issuer: provider.issuer, audience: provider.projectId };
    const claims = await verifyToken(idToken, findKey, expected);
    const signedIn = await signInByIdentity(deps, auth.visitor(call), {
      claims,
      tokenHash: hashIdentityToken(idToken),
    });
    return auth.signIn(call, signedIn);
  });
}

/** Data download and account deletion. */
function deletionRoutes(context: RouteContext, deps: Deps, failedLogins: FailedLogins): void {
  routes(context, accountDeletion, {
    exportMyRecords: async ({ principal, token, reply }) => {
      reply.header("content-disposition", 'attachment; filename="savage-gentlemen-my-data.json"');
      return collectRecords(deps, principal!, await listSessions(deps.db, principal!.id, token!));
    },
    getDeletion: ({ principal }) => weighDeletion(deps, principal!),
    deleteAccount: async ({ principal, body, request, reply, token }) => {
      const question = { db: deps.db, failedLogins, userId: principal!.id, address: request.ip };
      await requireOwnProof(question, { role: principal!.role, token }, body.password);
      await deleteAccount(deps, principal!, body.giveUpTickets === true);
      clearSessionCookie(reply, deps.config);
      return { ok: true as const };
    },
  });
}

/** Where an account is signed in, and signing out remotely. */
function sessionListRoutes(context: RouteContext, deps: Deps): void {
  routes(context, accountSessions, {
    listSessions: async ({ principal, token }) => ({
      items: await listSessions(deps.db, principal!.id, token!),
    }),
    endSession: ({ principal, params }) => whenDone(endSession(deps, principal!.id, params.id)),
    endOtherSessions: ({ principal, token }) => whenDone(endOtherSessions(deps, principal!.id, token!)),
  });
}

/** A person's own account: name, profile picture, email, password. */
function profileRoutes(context: RouteContext, deps: Deps, failedLogins: FailedLogins): void {
  const { config, db } = deps;
  const question = (userId: number, address: string) => ({ db, failedLogins, userId, address });

  routes(context, accountProfile, {
    getProfile: ({ principal }) => getProfile(db, principal!.id),
    changeProfile: ({ principal, body }) => changeDisplayName(db, principal!, body.displayName),
    setAvatar: async ({ principal, file }) => {
      await setAvatar(deps, principal!, file!);
      return getProfile(db, principal!.id);
    },
    removeAvatar: async ({ principal }) => {
      await removeAvatar(deps, principal!);
      return getProfile(db, principal!.id);
    },
    changeEmail: async ({ principal, body, request, token }) => {
      await requireOwnProof(question(principal!.id, request.ip), { role: principal!.role, token }, body.password);
      await changeEmail(deps, principal!, body.email);
      return getProfile(db, principal!.id);
    },
    dropPendingEmail: async ({ principal }) => {
      await dropPendingEmail(deps, principal!);
      return getProfile(db, principal!.id);
    },
    confirmEmail: async ({ principal, body, token }) => {
      await confirmEmail(deps, principal!, { token: body.token, sessionToken: token! });
      return getProfile(db, principal!.id);
    },
    changePassword: async ({ principal, body, request, reply }) => {
      const from = await requireOwnPassword(question(principal!.id, request.ip), body.currentPassword);
      if (from === null) throw new AppError("not_allowed");
      const userAgent = userAgentOf(request.headers["user-agent"]);
      const token = await changePassword(deps, principal!, { from, password: body.password, userAgent });
      setSessionCookie(reply, config, token);
      return { ok: true as const };
    },
  });
}

type AnyCall = Pick<Call<typeof contract.login>, "request" | "reply" | "token" | "principal">;

/** Sign-in, registration, guests, and the current user. */
export function accountsRoutes(context: RouteContext, deps: Deps): void {
  const { config, db } = deps;
  const failedLogins = createFailedLogins(config.rateLimits, deps.openCounter);
  const auth = createAuth(deps);
  const { visitor, signIn } = auth;
  const createGuest = createGuestService(db);

  routes(context, contract, {
    getMe: async (call) => {
      const principal = call.principal as SessionPrincipal;
      // Each use extends the session in the database; the browser's cookie has to be renewed now and then.
      if (principal.cookieAged && cameByCookie(call)) setSessionCookie(call.reply, config, call.token!);
      return { ...toUser(principal), ...(await showGrants(deps, principal)) };
    },
    login: async (call) => signIn(call, await logIn({ db, failedLogins }, visitor(call), call.body)),
    register: async (call) => signIn(call, await registerAccount(db, visitor(call), call.body)),
    continueAsGuest: async (call) => {
      if (call.principal && isGuest(call.principal.role)) return toUser(call.principal);
      if (call.token !== undefined) await logOut(deps, call.token);
      return signIn(call, await createGuest({ userAgent: userAgentOf(call.request.headers["user-agent"]) }));
    },
    logout: async (call) => {
      await logOut(deps, call.token);
      clearSessionCookie(call.reply, config);
      return { ok: true as const };
    },
  });

  secondFactorRoutes(context, deps, { auth, failedLogins });
  passwordlessRoutes(context, deps, auth);
  identityRoutes(context, deps, auth);
  selfServiceRoutes(context, deps, failedLogins);

  function cameByCookie({ request, token }: AnyCall): boolean {
    return readCookie(request.headers.cookie, context.cookieName) === token;
  }
}

/** What someone may do as staff besides their role. */
async function showGrants(deps: Deps, { id, role }: Principal): Promise<Pick<Me, "grants">> {
  if (role === "guest" || role === "admin") return {};
  const { grants } = await findStaffRights(deps, id);
  return grants.length === 0 ? {} : { grants };
}

/** What people do with their own account: recovery, the account panel, data download, deletion. */
function selfServiceRoutes(context: RouteContext, deps: Deps, failedLogins: FailedLogins): void {
  recoveryRoutes(context, deps);
  profileRoutes(context, deps, failedLogins);
  sessionListRoutes(context, deps);
  deletionRoutes(context, deps, failedLogins);
}
