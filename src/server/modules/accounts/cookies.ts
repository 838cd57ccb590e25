import type { FastifyReply } from "fastify";
import type { Config } from "#server/config.ts";
import { sessionCookieName } from "#server/platform/http/principal.ts";
import { sessionSeconds } from "./rules.ts";

const yearSeconds = 365 * 24 * 60 * 60;

/** Gives the session to the browser: no script can read it, and other sites can't send it with a write. */
export function setSessionCookie(reply: FastifyReply, config: Config, token: string): void {
  setCookie(reply, config, sessionCookieName(config.production), token, sessionSeconds);
}

/** Removes the session from the browser. */
export function clearSessionCookie(reply: FastifyReply, config: Config): void {
  setCookie(reply, config, sessionCookieName(config.production), "", 0);
}

/** Name of the cookie that shows that an account has signed in on this browser before. */
export function deviceCookieName(config: Config): string {
  return config.production ? "__Host-sg_device" : "sg_device";
}

/** Lets us recognize this browser; see known-devices.ts. */
export function setDeviceCookie(reply: FastifyReply, config: Config, value: string): void {
  setCookie(reply, config, deviceCookieName(config), value, yearSeconds);
}

function setCookie(reply: FastifyReply, config: Config, name: string, value: string, maxAge: number): void {
  const secure = config.production ? "; Secure" : "";
  reply.header("set-cookie", `${name}=${value}; Path=/; Max-Age=${maxAge}; HttpOnly; SameSite=Lax${secure}`);
}
