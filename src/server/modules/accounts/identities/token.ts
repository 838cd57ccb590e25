import { createHash } from "node:crypto";
import { jwtVerify, createLocalJWKSet, type JWK, type LocalJWKSet } from "jose";
import { AppError, requireFound } from "#server/platform/app-error.ts";
import { readClaims, type IdentityClaims } from "../rules.ts";
import type { Logger } from "#server/platform/log.ts";

const second = 1000;
const fetchTimeoutMs = 5 * second;
const maxBytes = 200_000;
/** Unknown keys cause a refresh at most this often. */
const refreshEveryMs = 60 * second;
/** Refresh interval while no key is known at all. */
const retryColdMs = 5 * second;
/** Limits for how long the service's keys are cached. */
const cacheMs = { least: 60 * second, usual: 60 * 60 * second, most: 24 * 60 * 60 * second };
/** When the service is unreachable, keys are trusted this long after they expire. */
const graceMs = 24 * 60 * 60 * second;

interface CachedKeys {
  find: LocalJWKSet;
  ids: Set<string>;
  freshUntil: number;
}

/** Finds the key that a token was signed with. */
type FindKey = (...args: Parameters<LocalJWKSet>) => ReturnType<LocalJWKSet>;

/**
 * Caches the key set of an identity service in memory, as long as the service says. Nothing in a token can point
 * elsewhere: keys only come from the configured URL.
 *
 * Unknown keys cause at most one refresh a minute. When the service is unreachable, known keys work for another day;
 * without any, this sign-in is `unavailable`.
 *
 * @param now the real clock, milliseconds
 */
export function createKeySet(url: string, log: Logger, now: () => number = Date.now): FindKey {
  let cached: CachedKeys | undefined;
  let askedAt = -Infinity;
  let asking: Promise<void> | undefined;

  function refresh(everyMs: number): Promise<void> {
    if (asking === undefined && now() - askedAt < everyMs) return Promise.resolve();
    asking ??= ask().finally(() => (asking = undefined));
    return asking;
  }

  async function ask(): Promise<void> {
    askedAt = now();
    try {
      cached = await fetchKeys(url, now());
    } catch (error) {
      log.warn({ err: error }, "couldn't load the identity service's keys");
    }
  }

  const usable = () => cached !== undefined && now() < cached.freshUntil + graceMs;

  return async (header, token) => {
    if (!usable()) await refresh(retryColdMs);
    else if (now() >= cached!.freshUntil) await refresh(refreshEveryMs);
    if (usable() && !cached!.ids.has(header?.kid ?? "")) await refresh(refreshEveryMs);
    if (!usable()) throw new AppError("unavailable", { retryAfterSeconds: 5 });
    return cached!.find(header, token);
  };
}

async function fetchKeys(url: string, askedAt: number): Promise<CachedKeys> {
  const answer = await fetch(url, {
    redirect: "error",
    headers: { accept: "application/json" },
    signal: AbortSignal.timeout(fetchTimeoutMs),
  });
  if (!answer.ok) throw new Error(`the service returned ${answer.status}`);
  const text = await answer.text();
  if (text.length > maxBytes) throw new Error("its response is too long");
  const { keys } = JSON.parse(text) as { keys?: unknown };
  const usable = Array.isArray(keys) ? keys.filter(isSigningKey) : [];
  if (usable.length === 0) throw new Error("its response has no keys");
  return {
    find: createLocalJWKSet({ keys: usable }),
    ids: new Set(usable.map((key) => key.kid)),
    freshUntil: askedAt + cacheLifetime(answer.headers.get("cache-control")),
  };
}

/** Accepts only RSA signing keys with an id: nothing else in the set can be mistaken for one. */
function isSigningKey(key: unknown): key is JWK & { kid: string } {
  const { kty, kid, use, alg } = key as JWK;
  return (
    kty === "RSA" && typeof kid === "string" && kid !== "" && (use ?? "sig") === "sig" && (alg ?? "RS256") === "RS256"
  );
}

function cacheLifetime(cacheControl: string | null): number {
  const maxAge = /(?:^|[\s,])max-age\s*=\s*"?(\d{1,9})/i.exec(cacheControl ?? "")?.[1];
  const lifetimeMs = maxAge === undefined ? cacheMs.usual : Number(maxAge) * second;
  return Math.min(cacheMs.most, Math.max(cacheMs.least, lifetimeMs));
}

/** The issuer and audience that a token must have. */
interface Expected {
  issuer: string;
  audience: string;
}

/**
 * Verifies an identity token: RS256 by one of the service's keys, for this project, and current.
 *
 * Only `alg`, `kid` and `typ` are read from the header: URLs and keys in the token itself (`jku`, `x5u`, `jwk`) are
 * ignored.
 *
 * @throws AppError `identity_refused` without saying why | `unavailable` while no key is known
 */
export async function verifyToken(token: string, findKey: FindKey, expected: Expected): Promise<IdentityClaims> {
  const claims = await verified(token, findKey).catch((error: unknown) => {
    if (error instanceof AppError) throw error;
    throw new AppError("identity_refused", { cause: error });
  });
  return requireFound(readClaims(claims, expected, Date.now() / 1000), "identity_refused");
}

async function verified(token: string, findKey: FindKey): Promise<Record<string, unknown>> {
  const { payload } = await jwtVerify(
    token,
    async (header, parts) => {
      const { kid, typ } = header;
      if (typeof kid !== "string" || kid === "") throw new AppError("identity_refused");
      // An access token from the same issuer does not prove identity.
      if (typ !== undefined && typ.toUpperCase() !== "JWT") throw new AppError("identity_refused");
      return findKey(header, parts);
    },
    { algorithms: ["RS256"] },
  );
  return payload;
}

/**
 * The hash that a token is stored by. It leaves out the signature: base64url can write the same bytes in more than one
 * way, and each would pass as a new token.
 */
export function hashIdentityToken(token: string): Buffer {
  return createHash("sha256")
    .update(token.slice(0, token.lastIndexOf(".")))
    .digest();
}
