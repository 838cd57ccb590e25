import type { Role } from "#contract/accounts.ts";
import type { PeopleQuery, Person, PersonDetail } from "#contract/people.ts";
import { AppError } from "#server/platform/app-error.ts";
import { inTransaction, type Database, type Tx } from "#server/platform/db/database.ts";
import { pageOf, staffPageSize } from "#server/platform/db/paging.ts";
import type { Deps } from "#server/platform/deps.ts";
import type { Principal } from "#server/platform/http/principal.ts";
import { clearWord } from "#server/platform/ids.ts";
import type { AccountChange } from "./facts.ts";
import { guestUsername } from "../rules.ts";
import { endSessionsOf } from "../session-store.ts";
import { judgeRoleChange, judgeSuspension, type Refusal, type Subject } from "./rules.ts";
import * as store from "./store.ts";

/** Everybody who fits, a page at a time. */
export async function listPeople(
  db: Database,
  query: PeopleQuery,
): Promise<{ items: Person[]; total: number; page: number; pageSize: number }> {
  const { rows, total } = await store.findPeople(db, query, pageOf(query.page));
  return { items: rows.map(toPerson), total, page: query.page ?? 1, pageSize: staffPageSize };
}

/**
 * One person, with what this admin may do about them.
 *
 * @throws AppError `not_found`
 */
export async function getPerson(db: Database | Tx, staff: Principal, id: number): Promise<PersonDetail> {
  const row = await store.findPerson(db, id);
  if (row === undefined) throw new AppError("not_found");
  const others = await store.countOtherAdmins(db, id);
  const subject = toSubject(row);
  return {
    ...toPerson(row),
    sessionCount: row.sessionCount,
    canChangeRole: judgeRoleChange(staff.id, subject, others) === undefined,
    canSuspend: judgeSuspension(staff.id, subject, others) === undefined,
  };
}

/**
 * Gives a person another role. Their sessions go on with it from the next request.
 *
 * Safe under concurrency: all admins are locked, so two of them cannot put each other down and leave nobody.
 *
 * @throws AppError `not_found` | `not_allowed` | `last_admin`
 */
export function changeRole(
  deps: Deps,
  staff: Principal,
  id: number,
  change: { role: Exclude<Role, "guest">; reason: string },
): Promise<PersonDetail> {
  return changePerson(deps, staff, id, judgeRoleChange, async (tx, row) => {
    if (row.role === change.role) return;
    await store.setRole(tx, id, change.role);
    await tell(deps, tx, {
      staff,
      personId: id,
      action: "person.role_changed",
      before: { role: row.role },
      after: { role: change.role },
      reason: change.reason,
    });
  });
}

/**
 * Keeps a person out: all of their sessions end in the same instant, and no new one opens.
 *
 * @throws AppError `not_found` | `not_allowed` | `last_admin`
 */
export function suspendPerson(deps: Deps, staff: Principal, id: number, reason: string): Promise<PersonDetail> {
  return changePerson(deps, staff, id, judgeSuspension, async (tx, row) => {
    if (row.suspendedAt !== null) return;
    await store.setSuspended(tx, id, true);
    await endSessionsOf(tx, id);
    const after = { suspended: true, sessionsEnded: row.sessionCount };
    await tell(deps, tx, { staff, personId: id, action: "person.suspended", before: {}, after, reason });
  });
}

/**
 * Lets a person sign in again.
 *
 * @throws AppError `not_found`
 */
export function unsuspendPerson(deps: Deps, staff: Principal, id: number, reason: string): Promise<PersonDetail> {
  const anybody = () => undefined;
  return changePerson(deps, staff, id, anybody, async (tx, row) => {
    if (row.suspendedAt === null) return;
    await store.setSuspended(tx, id, false);
    const before = { suspendedAt: row.suspendedAt.toISOString() };
    await tell(deps, tx, { staff, personId: id, action: "person.unsuspended", before, after: {}, reason });
  });
}

/** Whom tickets for an address belong to: the account that confirmed it, else a guest whom nobody is signed in as. */
export async function findOrAddOwner(tx: Tx, guest: { name: string; email: string }): Promise<number> {
  const known = await store.findByAddress(tx, guest.email);
  if (known !== undefined) return known;
  return store.insertSilentGuest(tx, guestUsername(clearWord(10).toLowerCase()), [...guest.name].slice(0, 60).join(""));
}

function changePerson(
  deps: Deps,
  staff: Principal,
  id: number,
  judge: (staffId: number, subject: Subject, otherAdmins: number) => Refusal | undefined,
  change: (tx: Tx, row: store.PersonRow) => Promise<void>,
): Promise<PersonDetail> {
  return inTransaction(deps.db, async (tx) => {
    await store.lockWithAdmins(tx, id);
    const row = await store.findPerson(tx, id);
    if (row === undefined) throw new AppError("not_found");
    const refusal = judge(staff.id, toSubject(row), await store.countOtherAdmins(tx, id));
    if (refusal !== undefined) throw new AppError(refusal.code, { message: refusal.message });
    await change(tx, row);
    return getPerson(tx, staff, id);
  });
}

function tell({ facts }: Deps, tx: Tx, change: AccountChange): Promise<void> {
  return facts.tell(tx, "account.changed_by_staff", [change]);
}

const toSubject = (row: store.PersonRow): Subject => ({
  id: row.id,
  role: row.role,
  suspended: row.suspendedAt !== null,
});

function toPerson(row: store.PersonRow): Person {
  return {
    id: row.id,
    username: row.username,
    displayName: row.displayName,
    email: row.email,
    role: row.role,
    createdAt: row.createdAt.toISOString(),
    suspendedAt: row.suspendedAt?.toISOString() ?? null,
    lastSeenAt: row.lastSeenAt?.toISOString() ?? null,
  };
}
