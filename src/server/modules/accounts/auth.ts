import type { FastifyReply, FastifyRequest } from "fastify";
import type { User } from "#contract/accounts/accounts.ts";
import { signedOutCookie } from "#contract/accounts/signed-out-cookie.ts";
import type { Deps } from "#server/platform/deps.ts";
import { hasSignedOut, readCookie, type Principal, sessionCookieName } from "#server/platform/http/principal.ts";
import { isGuest, sessionSeconds } from "./rules.ts";
import { createHmac, hkdfSync, timingSafeEqual } from "node:crypto";
import type { SigningKeys } from "#server/platform/signing-keys.ts";
import type { Config } from "#server/config.ts";
import type { Tx } from "#server/platform/db/database.ts";
import { endSession } from "./session-store.ts";
import type { Prover } from "#server/platform/proof/index.ts";
import { hashToken } from "./sessions.ts";

/** What we know about a browser when it signs in. */
export interface Visitor {
  address: string;
  userAgent: string | null;
  /** Its current session, if any: it ends when a new one begins, so a planted session is worthless. */
  token: string | undefined;
  principal: Principal | undefined;
  /** Whether the account has signed in on this browser before. */
  knows: (userId: number) => boolean;
  prover: Prover;
}

/** A person with a session that was just opened; the token is returned only this once. */
export interface SignedIn {
  person: Principal;
  token: string;
}

/** Ends a browser's previous session when it gets a new one. */
export async function endFormerSession(tx: Tx, { token }: Visitor): Promise<void> {
  if (token !== undefined) await endSession(tx, hashToken(token));
}

const yearSeconds = 365 * 24 * 60 * 60;

/** Gives the session to the browser: no script can read it, and other sites can't send it with a write. */
export function setSessionCookie(reply: FastifyReply, config: Config, token: string): void {
  setCookie(reply, config, sessionCookieName(config.production), token, sessionSeconds);
  endSignedOut(reply);
}

/** Removes the session from the browser. */
export function clearSessionCookie(reply: FastifyReply, config: Config): void {
  setCookie(reply, config, sessionCookieName(config.production), "", 0);
  endSignedOut(reply);
}

/** Name of the cookie that shows that an account has signed in on this browser before. */
function deviceCookieName(config: Config): string {
  return config.production ? "__Host-sg_device" : "sg_device";
}

/** Lets us recognize this browser; see known-devices.ts. */
function setDeviceCookie(reply: FastifyReply, config: Config, value: string): void {
  setCookie(reply, config, deviceCookieName(config), value, yearSeconds);
}

function setCookie(reply: FastifyReply, config: Config, name: string, value: string, maxAge: number): void {
  const secure = config.production ? "; Secure" : "";
  reply.header("set-cookie", `${name}=${value}; Path=/; Max-Age=${maxAge}; HttpOnly; SameSite=Lax${secure}`);
}

/** The browser's session is new, or has ended: a former sign-out is done. */
function endSignedOut(reply: FastifyReply): void {
  if (hasSignedOut(reply.request.headers.cookie)) reply.header("set-cookie", `${signedOutCookie}=; Path=/; Max-Age=0`);
}

/** The part of any call that identifies the caller. */
export interface ArrivingCall {
  request: FastifyRequest;
  reply: FastifyReply;
  token: string | undefined;
  principal: Principal | undefined;
  prover: Prover;
}

/** Reads who is calling, and sets a browser's cookies after a sign-in: the same for every way of signing in. */
export type Auth = ReturnType<typeof createAuth>;

/** Creates the reception of one app. */
export function createAuth({ config, keys }: Deps) {
  const devices = createKnownDevices(keys);
  return {
    visitor({ request, token, principal, prover }: ArrivingCall): Visitor {
      const note = readCookie(request.headers.cookie, deviceCookieName(config));
      return {
        address: request.ip,
        userAgent: userAgentOf(request.headers["user-agent"]),
        token,
        principal,
        knows: (userId) => devices.knows(note, userId),
        prover,
      };
    },
    signIn({ reply }: ArrivingCall, { person, token }: SignedIn): User {
      setSessionCookie(reply, config, token);
      if (!isGuest(person.role)) setDeviceCookie(reply, config, devices.issue(person.id));
      return toUser(person);
    },
  };
}

/** A browser's user agent, cut to the stored length. */
export function userAgentOf(header: string | undefined): string | null {
  return header === undefined ? null : header.slice(0, 300);
}

/** A person as the contract shows them. */
export function toUser({ id, username, displayName, avatar, role, email }: Principal): User {
  return { id, username, displayName, avatar, role, isGuest: isGuest(role), email };
}

/**
 * A browser that an account has signed in on keeps a signed note of it. The note gives no access: it only lets its
 * owner keep signing in while someone else guesses the password from elsewhere (OWASP "device cookies").
 *
 * The notes have their own key, derived from one that all nodes share.
 */
function createKnownDevices(keys: SigningKeys) {
  const key = Buffer.from(hkdfSync("sha256", keys["order-links"], "", "known-devices", 32));
  const sign = (userId: number) => createHmac("sha256", key).update(String(userId)).digest("base64url");
  return {
    /** The note for an account. */
    issue: (userId: number) => `${userId}.${sign(userId)}`,
    /** True when we signed a browser's note and it is for this account. */
    knows(note: string | undefined, userId: number) {
      if (note === undefined) return false;
      const expected = Buffer.from(`${userId}.${sign(userId)}`);
      const shown = Buffer.from(note);
      return shown.length === expected.length && timingSafeEqual(shown, expected);
    },
  };
}
