import { emitSecurityAlert } from "../recovery/service.ts";
import { shownAs } from "#server/platform/shown.ts";
import type { Role } from "#contract/accounts/accounts.ts";
import { type PeopleQuery, type PersonDetail, Person } from "#contract/accounts/admin.ts";
import { type Database, type Tx, type Queryable, inTransaction } from "#server/platform/db/database.ts";
import { defineList } from "#server/platform/db/list.ts";
import type { Deps } from "#server/platform/deps.ts";
import type { PersonFinder } from "#server/platform/module-parts.ts";
import type { Principal } from "#server/platform/http/principal.ts";
import { randomCode } from "#server/platform/ids.ts";
import {
  guestUsername,
  checkRoleChange,
  checkSuspension,
  checkDeletion,
  checkFactorReset,
  type Subject,
  type Refusal,
} from "../rules.ts";
import { endSessionsOf, endSessionNamed } from "../session-store.ts";
import * as store from "./store.ts";
import { AppError, requireFound } from "#server/platform/app-error.ts";
import type { RecordOwner } from "#server/platform/personal-records.ts";
import type { AccountChange } from "./domain-events.ts";
import type { SessionEntry } from "#contract/accounts/sessions.ts";
import { listSessions } from "../sessions.ts";
import { forgetFactors } from "../second-factor/store.ts";
import { getSettings } from "#server/modules/settings/index.ts";
import { findReachableAdmins } from "./store.ts";

/**
 * Changes a person if the rules allow it and emits what `change` returns, all in one transaction.
 *
 * Safe under concurrency: the person and all admins are locked, so no two changes can leave the site without an admin.
 *
 * @throws AppError `not_found`, and whatever `check` refuses with
 */
function changePerson(
  deps: Deps,
  { staff, id, reason }: StaffChange,
  check: (staffId: number, subject: Subject, otherAdmins: number) => Refusal | undefined,
  change: (tx: Tx, row: store.PersonRow) => Promise<Pick<AccountChange, "action" | "before" | "after"> | undefined>,
): Promise<PersonDetail> {
  return inTransaction(deps.db, async (tx) => {
    await store.lockWithAdmins(tx, id);
    const row = await requirePerson(tx, id);
    refuseIf(check(staff.id, toSubject(row), await store.countOtherAdmins(tx, id)));
    const changed = await change(tx, row);
    if (changed !== undefined) await emitChange(deps, tx, { staff, personId: id, reason, ...changed });
    const person = await getPerson(tx, staff, id);
    // Their sessions may have ended, or their role changed.
    if (changed !== undefined) await deps.realtime.recheckPerson(tx, id);
    return person;
  });
}

/** Who changes whom, and why. */
interface StaffChange {
  staff: Principal;
  id: number;
  reason: string;
}

/** Throws the refusal, if there is one. */
export function refuseIf(refusal: Refusal | undefined): void {
  if (refusal !== undefined) throw new AppError(refusal.code, { message: refusal.message });
}

/** Emits what staff changed; the activity log records it in the same transaction. */
export function emitChange({ bus }: Deps, tx: Tx, change: AccountChange): Promise<void> {
  return bus.emit(tx, "account.changed_by_staff", [change]);
}

/**
 * One person, with what this admin can do to them.
 *
 * @throws AppError `not_found`
 */
export async function getPerson(db: Database | Tx, staff: Principal, id: number): Promise<PersonDetail> {
  const row = await requirePerson(db, id);
  const others = await store.countOtherAdmins(db, id);
  const may = (check: typeof checkRoleChange) => check(staff.id, toSubject(row), others) === undefined;
  return {
    ...toPerson(row),
    sessionCount: row.sessionCount,
    canChangeRole: may(checkRoleChange),
    canSuspend: may(checkSuspension),
    canDelete: may(checkDeletion),
    hasSecondFactor: row.hasSecondFactor,
    canResetFactors: row.hasSecondFactor && may(checkFactorReset),
    hasPassword: row.hasPassword,
  };
}

/**
 * A person who is not deleted.
 *
 * @throws AppError `not_found` also for a deleted account
 */
export async function requirePerson(db: Queryable, id: number): Promise<store.PersonRow> {
  return requireFound(await store.findPerson(db, id));
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
const toPerson: (row: store.PersonRow) => Person = shownAs(Person);

/** People as staff search them; in spreadsheets, times are in UTC. */
export const people = defineList(store.people, toPerson, {
  Joined: "createdAt",
  Name: "displayName",
  Username: "username",
  Email: "email",
  Role: "role",
  "Last seen": "lastSeenAt",
  Suspended: "suspendedAt",
  "Suspension reason": "suspendedReason",
  ID: "id",
});

/** A search with the people whom `finders` of other modules find by their records: an order number, a ticket code. */
export async function tracePeople(
  db: Database,
  query: PeopleQuery,
  finders: PersonFinder[],
): Promise<store.PeopleSearch> {
  const { q } = query;
  return { ...query, traced: q ? (await Promise.all(finders.map((find) => find(db, q)))).flat() : [] };
}

/**
 * Changes a person's role. Their sessions have it from the next request on.
 *
 * Safe under concurrency: all admins are locked, so two of them can't demote each other and leave none.
 *
 * @throws AppError `not_found` | `not_allowed` | `last_admin`
 */
export function changeRole(deps: Deps, by: StaffChange & { role: Exclude<Role, "guest"> }): Promise<PersonDetail> {
  const { id, role } = by;
  return changePerson(deps, by, checkRoleChange, async (tx, row) => {
    if (row.role === role) return undefined;
    await store.setRole(tx, id, role);
    return { action: "person.role_changed", before: { role: row.role }, after: { role } };
  });
}

/**
 * Suspends a person: all of their sessions end at once, and they can't sign in.
 *
 * @throws AppError `not_found` | `not_allowed` | `last_admin`
 */
export function suspendPerson(deps: Deps, by: StaffChange): Promise<PersonDetail> {
  return changePerson(deps, by, checkSuspension, async (tx, row) => {
    if (row.suspendedAt !== null) return undefined;
    await store.setSuspended(tx, by.id, by.reason);
    await endSessionsOf(tx, by.id);
    const after = { suspended: true, sessionsEnded: row.sessionCount };
    return { action: "person.suspended", before: {}, after };
  });
}

/** Suspends the account of someone who was suspended before they deleted their former one. Its sessions end. */
export async function suspendAgain(tx: Tx, userId: number, reason: string): Promise<void> {
  await store.setSuspended(tx, userId, reason);
  await endSessionsOf(tx, userId);
}

/**
 * Lets a person sign in again.
 *
 * @throws AppError `not_found`
 */
export function unsuspendPerson(deps: Deps, by: StaffChange): Promise<PersonDetail> {
  return changePerson(deps, by, anybody, async (tx, row) => {
    if (row.suspendedAt === null) return undefined;
    await store.setSuspended(tx, by.id, null);
    const before = { suspendedAt: row.suspendedAt.toISOString(), reason: row.suspendedReason };
    return { action: "person.unsuspended", before, after: {} };
  });
}

/** For changes that no rule limits. */
const anybody = () => undefined;

/**
 * The owners of tickets for some guests, in their order: for an address the account that confirmed it, or else a new
 * guest that nobody is signed in as. A guest without an email gets an account of their own.
 */
export async function findOrAddOwners(tx: Tx, guests: { name: string; email: string }[]): Promise<number[]> {
  const known = await store.findByAddresses(
    tx,
    guests.map(({ email }) => email).filter((email) => email !== ""),
  );
  const strangers = guests.map(({ name, email }) =>
    known.has(email)
      ? undefined
      : { username: guestUsername(randomCode(10).toLowerCase()), displayName: [...name].slice(0, 60).join("") },
  );
  const added = await store.insertSilentGuests(
    tx,
    strangers.filter((stranger) => stranger !== undefined),
  );
  return guests.map(({ email }, index) => known.get(email) ?? added.get(strangers[index]!.username)!);
}

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
  const person = await changePerson(deps, by, checkFactorReset, async (tx, row) => {
    if (!row.hasSecondFactor) throw new AppError("not_found");
    await forgetFactors(tx, id);
    await endSessionsOf(tx, id);
    await emitSecurityAlert(deps, tx, row, "factors_reset");
    const after = { hasSecondFactor: false, sessionsEnded: row.sessionCount };
    return { action: "person.factors_reset", before: { hasSecondFactor: true }, after };
  });
  return person;
}

/**
 * Who gets emails about money: each admin with a confirmed address, or the site's contact address when there is none.
 * Nobody when the site has no address either.
 */
export async function findMoneyReaders(db: Queryable): Promise<{ id: number; name: string; email: string }[]> {
  const admins = await findReachableAdmins(db);
  if (admins.length > 0) return admins;
  const { contactEmail } = await getSettings(db);
  return contactEmail === null ? [] : [{ id: 0, name: "", email: contactEmail }];
}

/** Why staff get emails about money. */
export const becauseOfPayments = "You're receiving this email because you handle payments for Savage Gentlemen.";
