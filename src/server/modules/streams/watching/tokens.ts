import { createHmac, timingSafeEqual } from "node:crypto";
import { LRUCache } from "lru-cache";
import { growingTo } from "#server/platform/growing-cache.ts";
import type { ViewerToken } from "#contract/streams/streams.ts";
import type { Viewer as Player } from "./viewer.ts";

/** Whose token it is, by the cookie alone: a device that changes its network keeps its segments. */
type Viewer = Pick<Player, "secret">;

/** Tokens expire at whole steps of this many seconds, so that a playlist's addresses stay the same for a while. */
const stepSeconds = 15;

const macOf = (key: Buffer, streamId: number, exp: number, { secret }: Viewer) =>
  createHmac("sha256", key).update(`${streamId}|${exp}|${secret}`).digest("base64url").slice(0, 22);

/**
 * Signs a viewer's token, which lasts 15 to 30 seconds, by the node's clock: it is checked without the database, whose
 * clock rules everything else.
 */
export function signToken(key: Buffer, streamId: number, viewer: Viewer, nowMs = Date.now()): ViewerToken {
  const exp = (Math.ceil(nowMs / 1000 / stepSeconds) + 1) * stepSeconds;
  return { token: `${exp}.${macOf(key, streamId, exp, viewer)}`, expiresAt: new Date(exp * 1000).toISOString() };
}

/** True for a token that we signed for this stream and this viewer, and that hasn't expired. */
function isValidToken(
  key: Buffer,
  streamId: number,
  viewer: Viewer,
  token: string | undefined,
  nowMs = Date.now(),
): boolean {
  const [, exp, mac] = /^(\d{10})\.([\w-]{22})$/.exec(token ?? "") ?? [];
  if (exp === undefined || Number(exp) * 1000 <= nowMs) return false;
  return timingSafeEqual(Buffer.from(mac!), Buffer.from(macOf(key, streamId, Number(exp), viewer)));
}

/** Signs and checks the tokens of one node's viewers. */
interface Tokens {
  sign(streamId: number, viewer: Viewer): ViewerToken;
  isValid(streamId: number, viewer: Viewer, token: string | undefined): boolean;
}

/** How many viewers' tokens a node remembers. */
const max = 50_000;

/**
 * Signs and checks tokens, and remembers both: a viewer asks for some twenty files while a token lasts, and making an
 * HMAC costs more than the rest of the answer.
 */
export function createTokens(key: Buffer): Tokens {
  const signed = new LRUCache<string, ViewerToken>(growingTo(max));
  const valid = new LRUCache<string, number>(growingTo(max));
  return {
    sign(streamId, viewer) {
      const step = Math.ceil(Date.now() / 1000 / stepSeconds);
      const name = `${step}|${streamId}|${viewer.secret}`;
      let token = signed.get(name);
      if (token === undefined) signed.set(name, (token = signToken(key, streamId, viewer)));
      return token;
    },
    isValid(streamId, viewer, token) {
      const name = `${streamId}|${token}|${viewer.secret}`;
      const until = valid.get(name);
      if (until !== undefined) return until > Date.now();
      if (token === undefined || !isValidToken(key, streamId, viewer, token)) return false;
      valid.set(name, Number(token.slice(0, 10)) * 1000);
      return true;
    },
  };
}
