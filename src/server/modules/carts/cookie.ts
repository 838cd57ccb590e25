import type { FastifyReply, FastifyRequest } from "fastify";
import { createHash, randomBytes } from "node:crypto";
import type { Config } from "#server/config.ts";
import { readCookie } from "#server/platform/http/principal.ts";

/** A browser's cart is deleted after so many days without a change, and its cookie ends. */
export const cartDays = 30;

/** Name of the cookie that names a browser's cart. */
const cookieName = ({ production }: Config) => (production ? "__Host-sg_cart" : "sg_cart");

/** The stored form of a cart's token; it is random, so one fast hash is enough. */
const hashToken = (token: string) => createHash("sha256").update(token).digest();

/** Creates the token of a new cart, 256 bits, and its hash, the only form that is stored. */
export function createCartToken(): { token: string; tokenHash: Buffer } {
  const token = randomBytes(32).toString("base64url");
  return { token, tokenHash: hashToken(token) };
}

/** The hash of the token that a browser sent; undefined without one, and for anything that is no token of ours. */
export function readCartToken(request: FastifyRequest, config: Config): Buffer | undefined {
  const token = readCookie(request.headers.cookie, cookieName(config));
  return token !== undefined && /^[\w-]{43}$/.test(token) ? hashToken(token) : undefined;
}

/** Gives a cart to the browser: no script can read it, and other sites can't send it with a write. */
export function setCartCookie(reply: FastifyReply, config: Config, token: string): void {
  setCookie(reply, config, token, cartDays * 24 * 60 * 60);
}

/** Takes the cart from the browser. */
export function clearCartCookie(reply: FastifyReply, config: Config): void {
  setCookie(reply, config, "", 0);
}

function setCookie(reply: FastifyReply, config: Config, value: string, maxAge: number): void {
  const secure = config.production ? "; Secure" : "";
  const flags = `Path=/; Max-Age=${maxAge}; HttpOnly; SameSite=Lax${secure}`;
  reply.header("set-cookie", `${cookieName(config)}=${value}; ${flags}`);
}
