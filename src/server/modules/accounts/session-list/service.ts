import type { SessionEntry } from "#contract/account-sessions.ts";
import { AppError } from "#server/platform/app-error.ts";
import type { Database } from "#server/platform/db/database.ts";
import { hashToken } from "../sessions.ts";
import { describeDevice } from "./devices.ts";
import * as store from "./store.ts";

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
