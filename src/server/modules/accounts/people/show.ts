import type { Person, PersonDetail } from "#contract/people.ts";
import { AppError } from "#server/platform/app-error.ts";
import type { Database, Queryable, Tx } from "#server/platform/db/database.ts";
import type { Principal } from "#server/platform/http/principal.ts";
import { judgeDeletion, judgeFactorReset, judgeRoleChange, judgeSuspension, type Subject } from "./rules.ts";
import type { RecordOwner } from "#server/platform/personal-records.ts";
import * as store from "./store.ts";

/**
 * One person, with what this admin can do to them.
 *
 * @throws AppError `not_found`
 */
export async function getPerson(db: Database | Tx, staff: Principal, id: number): Promise<PersonDetail> {
  const row = await requirePerson(db, id);
  const others = await store.countOtherAdmins(db, id);
  const subject = toSubject(row);
  return {
    ...toPerson(row),
    sessionCount: row.sessionCount,
    canChangeRole: judgeRoleChange(staff.id, subject, others) === undefined,
    canSuspend: judgeSuspension(staff.id, subject, others) === undefined,
    canDelete: judgeDeletion(staff.id, subject, others) === undefined,
    hasSecondFactor: row.hasSecondFactor,
    canResetFactors: row.hasSecondFactor && judgeFactorReset(staff.id, subject) === undefined,
    hasPassword: row.hasPassword,
  };
}

/**
 * A person who is not deleted.
 *
 * @throws AppError `not_found` also for a deleted account
 */
export async function requirePerson(db: Queryable, id: number): Promise<store.PersonRow> {
  const row = await store.findPerson(db, id);
  if (row === undefined) throw new AppError("not_found");
  return row;
}

/**
 * A person as record keepers identify them.
 *
 * @throws AppError `not_found`
 */
export async function findRecordOwner(db: Queryable, id: number): Promise<RecordOwner> {
  const { email } = await requirePerson(db, id);
  return { id, email };
}

/** What the rules need to know about a person. */
export const toSubject = (row: store.PersonRow): Subject => ({
  id: row.id,
  role: row.role,
  suspended: row.suspendedAt !== null,
});

/** A person as the contract shows them. */
export function toPerson(row: store.PersonRow): Person {
  return {
    id: row.id,
    username: row.username,
    displayName: row.displayName,
    email: row.email,
    role: row.role,
    createdAt: row.createdAt.toISOString(),
    suspendedAt: row.suspendedAt?.toISOString() ?? null,
    suspendedReason: row.suspendedReason,
    lastSeenAt: row.lastSeenAt?.toISOString() ?? null,
  };
}
