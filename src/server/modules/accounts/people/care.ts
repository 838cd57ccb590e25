import type { SessionEntry } from "#contract/account-sessions.ts";
import type { PersonDetail } from "#contract/people.ts";
import { AppError } from "#server/platform/app-error.ts";
import type { Database } from "#server/platform/db/database.ts";
import type { Deps } from "#server/platform/deps.ts";
import type { Principal } from "#server/platform/http/principal.ts";
import { newId } from "#server/platform/ids.ts";
import { describeDevice } from "../session-list/service.ts";
import { endSessionNamed, findSessionsOf } from "../session-list/store.ts";
import { endSessionsOf } from "../session-store.ts";
import { forgetFactors } from "../second-factor/store.ts";
import { changePerson, emitChange } from "./change.ts";
import { requirePerson } from "./show.ts";
import { judgeFactorReset } from "./rules.ts";

/**
 * Where a person is signed in, latest seen first.
 *
 * @throws AppError `not_found`
 */
export async function listPersonSessions(db: Database, id: number): Promise<Omit<SessionEntry, "current">[]> {
  await requirePerson(db, id);
  const rows = await findSessionsOf(db, id, Buffer.alloc(32));
  return rows.map((row) => ({
    id: row.id,
    ...describeDevice(row.userAgent),
    createdAt: row.createdAt.toISOString(),
    lastSeenAt: row.lastSeenAt.toISOString(),
  }));
}

/**
 * Signs a person out of one browser or all; they can sign in again.
 *
 * @throws AppError `not_found` also when there is no such session
 */
export function endPersonSessions(
  deps: Deps,
  staff: Principal,
  id: number,
  { sessionId, reason }: { sessionId?: string | undefined; reason: string },
): Promise<PersonDetail> {
  return changePerson(
    deps,
    staff,
    id,
    () => undefined,
    async (tx, row) => {
      if (sessionId !== undefined && !(await endSessionNamed(tx, id, sessionId))) throw new AppError("not_found");
      if (sessionId === undefined) await endSessionsOf(tx, id);
      const after = { sessionsEnded: sessionId === undefined ? row.sessionCount : 1 };
      await emitChange(deps, tx, { staff, personId: id, action: "person.sessions_ended", before: {}, after, reason });
    },
  );
}

/**
 * Resets the two-factor authentication of a person who lost it: deletes authenticator, passkeys and recovery codes,
 * ends every session, and emails them if there is an address.
 *
 * @throws AppError `not_found` also when there is none to reset | `not_allowed`
 */
export async function resetFactors(deps: Deps, staff: Principal, id: number, reason: string): Promise<PersonDetail> {
  const person = await changePerson(deps, staff, id, judgeFactorReset, async (tx, row) => {
    if (!row.hasSecondFactor) throw new AppError("not_found");
    await forgetFactors(tx, id);
    await endSessionsOf(tx, id);
    const after = { hasSecondFactor: false, sessionsEnded: row.sessionCount };
    const before = { hasSecondFactor: true };
    await emitChange(deps, tx, { staff, personId: id, action: "person.factors_reset", before, after, reason });
    if (row.email === null) return;
    const alert = { alertId: newId(), toAddress: row.email, toName: row.displayName };
    await deps.bus.emit(tx, "account.security_changed", [{ ...alert, what: "factors_reset" }]);
  });
  deps.nudge("mail");
  return person;
}
