import { createHash, randomBytes } from "node:crypto";
import type { Authenticate, Principal } from "#server/platform/http/principal.ts";
import { coalesce, type Outcome } from "#server/platform/coalesce.ts";
import { inTransaction, type Database } from "#server/platform/db/database.ts";
import type { Deps } from "#server/platform/deps.ts";
import * as store from "./session-store.ts";
import { findSessions, touchSessions, type SessionPrincipal } from "./session-store.ts";
import { shownAs } from "#server/platform/shown.ts";
import { SessionEntry } from "#contract/accounts/sessions.ts";
import { AppError } from "#server/platform/app-error.ts";
import Bowser from "bowser";

/** Creates the secret of a new session, 256 bits, and its hash, the only form that is stored. */
export function createToken(): { token: string; tokenHash: Buffer } {
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
export function createAuthenticate({ db, log }: Deps): Authenticate {
  return coalesce<string, Principal | undefined>({
    maxBatch: 500,
    async run(tokens) {
      const hashes = new Map(tokens.map((token) => [token, hashToken(token)]));
      const sessions = new Map<string, SessionPrincipal>();
      const stale: Buffer[] = [];
      for (const { tokenHash, stale: isStale, ...person } of await findSessions(db, [...hashes.values()])) {
        sessions.set(tokenHash.toString("base64"), person);
        if (isStale) stale.push(tokenHash);
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

const kinds: Record<string, SessionEntry["kind"]> = { mobile: "phone", tablet: "tablet", desktop: "desktop" };

/** A browser's user agent in words that its owner recognizes: "Chrome on Android". */
export function describeDevice(userAgent: string | null): Pick<SessionEntry, "device" | "kind"> {
  if (userAgent === null || userAgent.trim() === "") return { device: "Unknown device", kind: "other" };
  const { browser, os, platform } = Bowser.parse(userAgent);
  const kind = kinds[platform.type ?? ""] ?? "other";
  const program = browser.name !== undefined && browser.name !== "" ? browser.name : "Unknown app";
  return { device: os.name !== undefined && os.name !== "" ? `${program} on ${os.name}` : program, kind };
}

/** Where a person is signed in, the session of `token` first. */
export async function listSessions(db: Database, userId: number, token: string): Promise<SessionEntry[]> {
  const rows = await store.findSessionsOf(db, userId, hashToken(token));
  return rows.map((row) => shownAs(SessionEntry)({ ...row, ...describeDevice(row.userAgent) }));
}

/**
 * Signs out one session of a person: it is refused from its next request on, and its open streams end.
 *
 * @throws AppError `not_found`
 */
export function endSession({ db, realtime }: Deps, userId: number, id: string): Promise<void> {
  return inTransaction(db, async (tx) => {
    if (!(await store.endSessionNamed(tx, userId, id))) throw new AppError("not_found");
    await realtime.recheckPerson(tx, userId);
  });
}

/** Signs out all other sessions of a person. */
export function endOtherSessions({ db, realtime }: Deps, userId: number, token: string): Promise<void> {
  return inTransaction(db, async (tx) => {
    await store.endOtherSessionsOf(tx, userId, hashToken(token));
    await realtime.recheckPerson(tx, userId);
  });
}
