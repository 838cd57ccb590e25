import type { FastifyRequest } from "fastify";
import type { Role } from "#contract/accounts/accounts.ts";
import { signedOutCookie } from "#contract/accounts/signed-out-cookie.ts";

/** Who is calling, according to the session. Nothing that the client claims about itself gets here. */
export interface Principal {
  id: number;
  role: Role;
  username: string;
  displayName: string;
  avatar: string | null;
  /** Confirmed email address, or null. */
  email: string | null;
  /** Staff only: false while the site requires a second factor that this person lacks. The session lookup sets it. */
  mayActAsStaff?: boolean;
}

/** Turns a session token into its person; undefined for unknown, ended or suspended sessions. */
export type Authenticate = (token: string) => Promise<Principal | undefined>;

const rank: Record<Role, number> = { guest: 0, user: 1, moderator: 2, admin: 3 };

/** True if someone has at least a role and may use it: staff who lack a required second factor act as members. */
export function hasRole(principal: Principal | undefined, least: Role): principal is Principal {
  return holdsRole(principal, least) && (!isStaffRole(least) || principal.mayActAsStaff === true);
}

/** True if someone's role is at least another one, whether or not it may be used now. */
export function holdsRole(principal: Principal | undefined, least: Role): principal is Principal {
  return principal !== undefined && rank[principal.role] >= rank[least];
}

/** True for staff roles. */
export function isStaffRole(role: Role): boolean {
  return rank[role] >= rank.moderator;
}

/** Name of the session cookie; the `__Host-` prefix pins it to this host if the site is served over https. */
export function sessionCookieName(production: boolean): string {
  return production ? "__Host-sg_session" : "sg_session";
}

/** A request's token and how it was sent. */
export interface Credentials {
  token: string | undefined;
  /** True if the browser sent the token by itself: only then can another site have caused the request. */
  fromCookie: boolean;
  /** True if the person signed out and the server hasn't ended the session yet: the token gives no access. */
  isSignedOut: boolean;
}

/** Finds the session token: a bearer header first, then the cookie. */
export function readCredentials(request: FastifyRequest, cookieName: string): Credentials {
  const authorization = request.headers.authorization;
  if (authorization?.startsWith("Bearer ") === true) {
    const token = authorization.slice(7).trim();
    // The web app's client also sends bearer tokens of other issuers. If one isn't ours, the cookie decides.
    if (isSessionToken(token)) return { token, fromCookie: false, isSignedOut: false };
  }
  const token = readCookie(request.headers.cookie, cookieName);
  return {
    token: isSessionToken(token) ? token : undefined,
    fromCookie: token !== undefined,
    isSignedOut: hasSignedOut(request.headers.cookie),
  };
}

/** True if the browser says that its user signed out, whatever session it still sends. */
export const hasSignedOut = (cookies: string | undefined): boolean => cookies?.includes(`${signedOutCookie}=`) === true;

const sessionToken = /^[\w-]{43}$/;

function isSessionToken(token: string | undefined): token is string {
  return token !== undefined && sessionToken.test(token);
}

/** Reads one cookie's value from a Cookie header. */
export function readCookie(header: string | undefined, name: string): string | undefined {
  if (header === undefined) return undefined;
  for (const part of header.split(";")) {
    const equals = part.indexOf("=");
    if (equals > 0 && part.slice(0, equals).trim() === name) return part.slice(equals + 1).trim();
  }
  return undefined;
}
