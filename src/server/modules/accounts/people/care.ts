import type { SessionEntry } from "#contract/account-sessions.ts";
import type { PersonDetail } from "#contract/people.ts";
import { AppError } from "#server/platform/app-error.ts";
import type { Database } from "#server/platform/db/database.ts";
import type { Deps } from "#server/platform/deps.ts";
import { newId } from "#server/platform/ids.ts";
import { listSessions } from "../sessions.ts";
import { endSessionNamed, endSessionsOf } from "../session-store.ts";
import { forgetFactors } from "../second-factor/store.ts";
import { anybody, changePerson, requirePerson, type StaffChange } from "./service.ts";
import { judgeFactorReset } from "../rules.ts";

/**
 * Where a person is signed in, latest seen first.
 *
 * @throws AppError `not_found`
 */
export async function listPersonSessions(db: Database, id: number): Promise<Omit<SessionEntry, "current">[]> {
  await requirePerson(db, id);
  // Staff have none of these sessions, so none is the current one.
  return (await listSessions(db, id, "")).map(({ current: _, ...session }) => session);
}

/**
 * Signs a person out of one browser or all; they can sign in again.
 *
 * @throws AppError `not_found` also when there is no such session
 */
export function endPersonSessions(
  deps: Deps,
  by: StaffChange & { sessionId?: string | undefined },
): Promise<PersonDetail> {
  const { id, sessionId } = by;
  return changePerson(deps, by, anybody, async (tx, row) => {
    if (sessionId !== undefined && !(await endSessionNamed(tx, id, sessionId))) throw new AppError("not_found");
    if (sessionId === undefined) await endSessionsOf(tx, id);
    const after = { sessionsEnded: sessionId === undefined ? row.sessionCount : 1 };
    return { action: "person.sessions_ended", before: {}, after };
  });
}

/**
 * Resets the two-factor authentication of a person who lost it: deletes authenticator, passkeys and recovery codes,
 * ends every session, and emails them if there is an address.
 *
 * @throws AppError `not_found` also when there is none to reset | `not_allowed`
 */
export async function resetFactors(deps: Deps, by: StaffChange): Promise<PersonDetail> {
  const { id } = by;
  const person = await changePerson(deps, by, judgeFactorReset, async (tx, row) => {
    if (!row.hasSecondFactor) throw new AppError("not_found");
    await forgetFactors(tx, id);
    await endSessionsOf(tx, id);
    if (row.email !== null) {
      const alert = { alertId: newId(), toAddress: row.email, toName: row.displayName };
      await deps.bus.emit(tx, "account.security_changed", [{ ...alert, what: "factors_reset" }]);
    }
    const after = { hasSecondFactor: false, sessionsEnded: row.sessionCount };
    return { action: "person.factors_reset", before: { hasSecondFactor: true }, after };
  });
  deps.nudge("mail");
  return person;
}
