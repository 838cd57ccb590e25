import type { FastifyReply, FastifyRequest } from "fastify";
import type { User } from "#contract/accounts.ts";
import type { Deps } from "#server/platform/deps.ts";
import { readCookie, type Principal } from "#server/platform/http/principal.ts";
import { deviceCookieName, setDeviceCookie, setSessionCookie } from "./cookies.ts";
import type { SignedIn } from "./guests.ts";
import { createKnownDevices } from "./known-devices.ts";
import { isGuest } from "./rules.ts";
import type { Visitor } from "./visitor.ts";

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
