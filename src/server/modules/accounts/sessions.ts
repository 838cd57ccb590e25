import { createHash, randomBytes } from "node:crypto";
import type { Authenticate, Principal } from "#server/platform/http/principal.ts";
import { coalesce, type Outcome } from "#server/platform/coalesce.ts";
import type { Database } from "#server/platform/db/database.ts";
import type { Deps } from "#server/platform/deps.ts";
import { findSessions, touchSessions, type SessionPrincipal } from "./session-store.ts";

/** A new session's secret, 256 bits, and its hash, the only form that is stored. */
export interface NewToken {
  token: string;
  tokenHash: Buffer;
}

/** Creates the secret of a new session. */
export function createToken(): NewToken {
  const token = randomBytes(32).toString("base64url");
  return { token, tokenHash: hashToken(token) };
}

/** The stored form of a session's secret; it is random, so one fast hash is enough. */
export function hashToken(token: string): Buffer {
  return createHash("sha256").update(token).digest();
}

/**
 * Creates the session lookup. Tokens that arrive together are looked up in one statement; nothing is cached between
 * statements, so an ended session or a suspended person is refused from the next request on.
 */
export function createAuthenticate({ db, log }: Pick<Deps, "db" | "log">): Authenticate {
  return coalesce<string, Principal | undefined>({
    maxBatch: 500,
    async run(tokens) {
      const hashes = new Map(tokens.map((token) => [token, hashToken(token)]));
      const sessions = new Map<string, SessionPrincipal>();
      const stale: Buffer[] = [];
      for (const row of await findSessions(db, [...hashes.values()])) {
        sessions.set(row.tokenHash.toString("base64"), row.principal);
        if (row.stale) stale.push(row.tokenHash);
      }
      if (stale.length > 0) void extendLater(db, log, stale);
      return tokens.map((token): Outcome<Principal | undefined> => {
        return { ok: true, value: sessions.get(hashes.get(token)!.toString("base64")) };
      });
    },
  });
}

/** Nobody waits for this: if it fails, the session's next request tries again. */
async function extendLater(db: Database, log: Deps["log"], tokenHashes: Buffer[]): Promise<void> {
  try {
    await touchSessions(db, tokenHashes);
  } catch (error) {
    log.warn({ err: error }, "sessions were not extended");
  }
}
