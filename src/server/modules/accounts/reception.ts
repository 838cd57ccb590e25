import type { FastifyReply, FastifyRequest } from "fastify";
import type { User } from "#contract/accounts.ts";
import type { Deps } from "#server/platform/deps.ts";
import { readCookie, type Principal } from "#server/platform/http/principal.ts";
import { deviceCookieName, setDeviceCookie, setSessionCookie } from "./cookies.ts";
import type { SignedIn } from "./guests.ts";
import { createKnownDevices } from "./known-devices.ts";
import { isGuest } from "./rules.ts";
import type { Visitor } from "./visitor.ts";

/** The part of any call that says who is there. */
export interface ArrivingCall {
  request: FastifyRequest;
  reply: FastifyReply;
  token: string | undefined;
  principal: Principal | undefined;
}

/** Sees who comes in, and hands out what a browser keeps of a sign-in: the same for each way of signing in. */
export interface Reception {
  visitor(call: ArrivingCall): Visitor;
  welcome(call: ArrivingCall, signedIn: SignedIn): User;
}

/** Makes the reception of one app. */
export function createReception({ config, keys }: Pick<Deps, "config" | "keys">): Reception {
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
    welcome({ reply }, { person, token }) {
      setSessionCookie(reply, config, token);
      if (!isGuest(person.role)) setDeviceCookie(reply, config, devices.issue(person.id));
      return toUser(person);
    },
  };
}

/** What a browser calls itself, in the length that is kept. */
export function userAgentOf(header: string | undefined): string | null {
  return header === undefined ? null : header.slice(0, 300);
}

/** A person as the contract shows them. */
export function toUser({ id, username, displayName, avatar, role, email }: Principal): User {
  return { id, username, displayName, avatar, role, isGuest: isGuest(role), email };
}
