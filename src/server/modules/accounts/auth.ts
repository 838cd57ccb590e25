import type { FastifyReply, FastifyRequest } from "fastify";
import type { User } from "#contract/accounts.ts";
import type { Deps } from "#server/platform/deps.ts";
import { readCookie, type Principal } from "#server/platform/http/principal.ts";
import { deviceCookieName, setDeviceCookie, setSessionCookie } from "./cookies.ts";
import type { SignedIn } from "./guests.ts";
import { isGuest } from "./rules.ts";
import type { Visitor } from "./visitor.ts";
import { createHmac, hkdfSync, timingSafeEqual } from "node:crypto";
import type { SigningKeys } from "#server/platform/signing-keys.ts";

/** The part of any call that identifies the caller. */
export interface ArrivingCall {
  request: FastifyRequest;
  reply: FastifyReply;
  token: string | undefined;
  principal: Principal | undefined;
}

/** Reads who is calling, and sets a browser's cookies after a sign-in: the same for every way of signing in. */
export interface Auth {
  visitor(call: ArrivingCall): Visitor;
  signIn(call: ArrivingCall, signedIn: SignedIn): User;
}

/** Creates the reception of one app. */
export function createAuth({ config, keys }: Pick<Deps, "config" | "keys">): Auth {
  const devices = createKnownDevices(keys);
  return {
    visitor({ request, token, principal }) {
      const note = readCookie(request.headers.cookie, deviceCookieName(config));
      return {
        address: request.ip,
        userAgent: userAgentOf(request.headers["user-agent"]),
        token,
        principal,
        knows: (userId) => devices.knows(note, userId),
      };
    },
    signIn({ reply }, { person, token }) {
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
 */
interface KnownDevices {
  /** The note for an account. */
  issue(userId: number): string;
  /** True when we signed a browser's note and it is for this account. */
  knows(note: string | undefined, userId: number): boolean;
}

/** Creates and checks the notes with their own key, derived from one that all nodes share. */
function createKnownDevices(keys: SigningKeys): KnownDevices {
  const key = Buffer.from(hkdfSync("sha256", keys["order-links"], "", "known-devices", 32));
  const sign = (userId: number) => createHmac("sha256", key).update(String(userId)).digest("base64url");
  return {
    issue: (userId) => `${userId}.${sign(userId)}`,
    knows(note, userId) {
      if (note === undefined) return false;
      const expected = Buffer.from(`${userId}.${sign(userId)}`);
      const shown = Buffer.from(note);
      return shown.length === expected.length && timingSafeEqual(shown, expected);
    },
  };
}
