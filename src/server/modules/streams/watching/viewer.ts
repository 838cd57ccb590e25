import { createHash, randomBytes } from "node:crypto";
import type { FastifyReply, FastifyRequest } from "fastify";
import type { Config } from "#server/config.ts";
import { networkOf } from "#server/platform/http/limits.ts";
import { hasSignedOut, readCookie, readCredentials } from "#server/platform/http/principal.ts";

/**
 * Who watches: the secret of a session's cookie, or of a cookie that only knows a viewer, and the network. The same cookie
 * in another network is another player: it was copied, or its device has moved.
 */
export interface Viewer {
  secret: string;
  network: string;
  /** True for a session, which may belong to a member or a buyer. */
  isSession: boolean;
}

const viewerDays = 30;
const cookieName = ({ production }: Config) => (production ? "__Host-sg_viewer" : "sg_viewer");
const grantName = "sg_watch";
const isSecret = (text: string | undefined): text is string => text !== undefined && /^[\w-]{43}$/.test(text);

/** The viewer behind a request; undefined for a browser without any cookie of ours. */
export function readViewer(request: FastifyRequest, config: Config, sessionCookie: string): Viewer | undefined {
  const { token } = readCredentials(request, sessionCookie);
  const network = networkOf(request.ip);
  if (token !== undefined && !hasSignedOut(request.headers.cookie)) return { secret: token, network, isSession: true };
  const secret = readCookie(request.headers.cookie, cookieName(config));
  return isSecret(secret) ? { secret, network, isSession: false } : undefined;
}

/** The player's hash, the only form that is stored. */
export const hashOf = ({ secret, network }: Pick<Viewer, "secret" | "network">): Buffer =>
  createHash("sha256").update(`viewer:${secret} ${network}`).digest();

/** The hash of the cookie, which players in several networks may share. */
export const browserOf = ({ secret }: Pick<Viewer, "secret">): Buffer =>
  createHash("sha256").update(`browser:${secret}`).digest();

/** Gives a browser without a session a cookie by which its segments are opened. */
export function setViewerCookie(request: FastifyRequest, reply: FastifyReply, config: Config): Viewer {
  const secret = randomBytes(32).toString("base64url");
  const flags = `Path=/; Max-Age=${viewerDays * 86_400}; HttpOnly; SameSite=Lax${config.production ? "; Secure" : ""}`;
  addCookie(reply, `${cookieName(config)}=${secret}; ${flags}`);
  return { secret, network: networkOf(request.ip), isSession: false };
}

/** Gives the token as a cookie too: a browser's own player can't change the addresses in a playlist that it has. */
export function setGrantCookie(reply: FastifyReply, config: Config, streamId: number, token: string): void {
  const secure = config.production ? "; Secure" : "";
  addCookie(reply, `${grantName}=${token}; Path=/hls/${streamId}/; Max-Age=60; HttpOnly; SameSite=Lax${secure}`);
}

function addCookie(reply: FastifyReply, cookie: string): void {
  const former = reply.getHeader("set-cookie");
  void reply.removeHeader("set-cookie");
  void reply.header("set-cookie", former === undefined ? cookie : [former, cookie].flat().map(String));
}

/** The tokens that a request for a segment brings: in its address, and as a cookie. */
export const tokensOf = (request: FastifyRequest): (string | undefined)[] => [
  /[?&]t=([\w.-]{1,60})(?:&|$)/.exec(request.raw.url ?? "")?.[1],
  readCookie(request.headers.cookie, grantName),
];
