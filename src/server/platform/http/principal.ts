import type { FastifyRequest } from "fastify";
import type { Role } from "#contract/accounts.ts";

/** Who is calling, as the session says; nothing that the client tells about itself ever gets here. */
export interface Principal {
  id: number;
  role: Role;
  username: string;
  displayName: string;
  avatar: string | null;
  /** Confirmed address, or null. */
  email: string | null;
  /** Staff only: false while the house demands a second factor that this person lacks. The session's look-up says it. */
  mayActAsStaff?: boolean;
}

/** Turns a session token into the person it belongs to; undefined for unknown, ended or suspended ones. */
export type Authenticate = (token: string) => Promise<Principal | undefined>;

const rank: Record<Role, number> = { guest: 0, user: 1, moderator: 2, admin: 3 };

/** True when somebody has at least a role, and may use it: staff who lack a demanded second factor act as members. */
export function hasRole(principal: Principal | undefined, least: Role): principal is Principal {
  return holdsRole(principal, least) && (!isStaffRole(least) || principal.mayActAsStaff === true);
}

/** True when somebody's role is at least another one, whether or not it may be used now. */
export function holdsRole(principal: Principal | undefined, least: Role): principal is Principal {
  return principal !== undefined && rank[principal.role] >= rank[least];
}

/** True for the roles of those who work here. */
export function isStaffRole(role: Role): boolean {
  return rank[role] >= rank.moderator;
}

/** Name of the session's cookie; the `__Host-` prefix pins it to this host where the site is served over https. */
export function sessionCookieName(production: boolean): string {
  return production ? "__Host-sg_session" : "sg_session";
}

/** The token of a request and how it came. */
export interface Credentials {
  token: string | undefined;
  /** True when the browser sent the token by itself: only then can another site have caused the request. */
  fromCookie: boolean;
}

/** Finds the session token: a bearer header first, then the cookie. */
export function readCredentials(request: FastifyRequest, cookieName: string): Credentials {
  const authorization = request.headers.authorization;
  if (authorization?.startsWith("Bearer ") === true) {
    const token = authorization.slice(7).trim();
    // The web app's client also sends bearer tokens of other makers; the cookie decides when one is not ours.
    if (isSessionToken(token)) return { token, fromCookie: false };
  }
  const token = readCookie(request.headers.cookie, cookieName);
  return { token: isSessionToken(token) ? token : undefined, fromCookie: token !== undefined };
}

const sessionToken = /^[\w-]{43}$/;

function isSessionToken(token: string | undefined): token is string {
  return token !== undefined && sessionToken.test(token);
}

/** One cookie's value out of a Cookie header. */
export function readCookie(header: string | undefined, name: string): string | undefined {
  if (header === undefined) return undefined;
  for (const part of header.split(";")) {
    const equals = part.indexOf("=");
    if (equals > 0 && part.slice(0, equals).trim() === name) return part.slice(equals + 1).trim();
  }
  return undefined;
}
