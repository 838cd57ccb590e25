import type { SessionEntry } from "#contract/account-sessions.ts";
import { AppError } from "#server/platform/app-error.ts";
import type { Database } from "#server/platform/db/database.ts";
import { hashToken } from "../sessions.ts";
import * as store from "./store.ts";
import Bowser from "bowser";

const kinds: Record<string, SessionEntry["kind"]> = { mobile: "phone", tablet: "tablet", desktop: "desktop" };

/** A browser's user agent in words that its owner recognizes: "Chrome on Android". */
export function describeDevice(userAgent: string | null): Pick<SessionEntry, "device" | "kind"> {
  if (userAgent === null || userAgent.trim() === "") return { device: "Unknown device", kind: "other" };
  const { browser, os, platform } = Bowser.parse(userAgent);
  const kind = kinds[platform.type ?? ""] ?? "other";
  const program = browser.name !== undefined && browser.name !== "" ? browser.name : "Unknown app";
  return { device: os.name !== undefined && os.name !== "" ? `${program} on ${os.name}` : program, kind };
}

/** Where a person is signed in, the current session first. */
export async function listSessions(db: Database, userId: number, token: string): Promise<SessionEntry[]> {
  const rows = await store.findSessionsOf(db, userId, hashToken(token));
  return rows.map(({ id, userAgent, createdAt, lastSeenAt, current }) => ({
    id,
    ...describeDevice(userAgent),
    createdAt: createdAt.toISOString(),
    lastSeenAt: lastSeenAt.toISOString(),
    current,
  }));
}

/**
 * Signs out one session of a person; it is refused from its next request on.
 *
 * @throws AppError `not_found`
 */
export async function endSession(db: Database, userId: number, id: string): Promise<void> {
  if (!(await store.endSessionNamed(db, userId, id))) throw new AppError("not_found");
}

/** Signs out all other sessions of a person. */
export async function endOtherSessions(db: Database, userId: number, token: string): Promise<void> {
  await store.endOtherSessionsOf(db, userId, hashToken(token));
}
