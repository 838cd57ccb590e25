import { createLocalJWKSet, type JWK, type LocalJWKSet } from "jose";
import { AppError } from "#server/platform/app-error.ts";
import type { Logger } from "#server/platform/log.ts";

const second = 1000;
const fetchTimeoutMs = 5 * second;
const maxBytes = 200_000;
/** A key that is not known is looked for at most this often. */
const refreshEveryMs = 60 * second;
/** While no key is known at all, the service is asked this often. */
const retryColdMs = 5 * second;
/** What the service may say about how long its keys keep. */
const keptMs = { least: 60 * second, usual: 60 * 60 * second, most: 24 * 60 * 60 * second };
/** With the service out of reach, keys are trusted for so long beyond their time, and no longer. */
const graceMs = 24 * 60 * 60 * second;

interface KeptKeys {
  find: LocalJWKSet;
  ids: Set<string>;
  freshUntil: number;
}

/** Finds the key that a token was signed with. */
export type FindKey = (...asked: Parameters<LocalJWKSet>) => ReturnType<LocalJWKSet>;

/**
 * Keeps the key set of an identity service in memory, as long as the service says. Nothing in a token leads anywhere
 * else: keys come from the one address that the operator set.
 *
 * Unknown keys cause at most one look a minute. With the service out of reach the known keys go on working for a day;
 * without any, signing in this way is `unavailable`.
 *
 * @param now the real clock, milliseconds
 */
export function createKeySet(url: string, log: Logger, now: () => number = Date.now): FindKey {
  let kept: KeptKeys | undefined;
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
      kept = await fetchKeys(url, now());
    } catch (error) {
      log.warn({ err: error }, "the keys of the identity service could not be read");
    }
  }

  const usable = () => kept !== undefined && now() < kept.freshUntil + graceMs;

  return async (header, token) => {
    if (!usable()) await refresh(retryColdMs);
    else if (now() >= kept!.freshUntil) await refresh(refreshEveryMs);
    if (usable() && !kept!.ids.has(header?.kid ?? "")) await refresh(refreshEveryMs);
    if (!usable()) throw new AppError("unavailable", { retryAfterSeconds: 5 });
    return kept!.find(header, token);
  };
}

async function fetchKeys(url: string, askedAt: number): Promise<KeptKeys> {
  const answer = await fetch(url, {
    redirect: "error",
    headers: { accept: "application/json" },
    signal: AbortSignal.timeout(fetchTimeoutMs),
  });
  if (!answer.ok) throw new Error(`it answered ${answer.status}`);
  const text = await answer.text();
  if (text.length > maxBytes) throw new Error("its answer is too long");
  const { keys } = JSON.parse(text) as { keys?: unknown };
  const usable = Array.isArray(keys) ? keys.filter(isSigningKey) : [];
  if (usable.length === 0) throw new Error("its answer holds no key");
  return {
    find: createLocalJWKSet({ keys: usable }),
    ids: new Set(usable.map((key) => key.kid)),
    freshUntil: askedAt + keptFor(answer.headers.get("cache-control")),
  };
}

/** RSA keys for signatures, with a name: whatever else stands in the set cannot be mistaken for one. */
function isSigningKey(key: unknown): key is JWK & { kid: string } {
  const { kty, kid, use, alg } = key as JWK;
  return (
    kty === "RSA" && typeof kid === "string" && kid !== "" && (use ?? "sig") === "sig" && (alg ?? "RS256") === "RS256"
  );
}

function keptFor(cacheControl: string | null): number {
  const said = /(?:^|[\s,])max-age\s*=\s*"?(\d{1,9})/i.exec(cacheControl ?? "")?.[1];
  const wanted = said === undefined ? keptMs.usual : Number(said) * second;
  return Math.min(keptMs.most, Math.max(keptMs.least, wanted));
}
