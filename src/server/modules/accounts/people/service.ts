import type { Role } from "#contract/accounts.ts";
import type { PeopleQuery, PersonDetail } from "#contract/people.ts";
import type { Database, Tx } from "#server/platform/db/database.ts";
import { defineList } from "#server/platform/db/list.ts";
import type { Deps } from "#server/platform/deps.ts";
import type { PersonFinder } from "#server/platform/module.ts";
import type { Principal } from "#server/platform/http/principal.ts";
import { randomCode } from "#server/platform/ids.ts";
import { guestUsername } from "../rules.ts";
import { endSessionsOf } from "../session-store.ts";
import { changePerson, emitChange } from "./change.ts";
import { judgeRoleChange, judgeSuspension } from "./rules.ts";
import { toPerson } from "./show.ts";
import * as store from "./store.ts";

/** People as staff search them; in spreadsheets, times are in UTC. */
export const people = defineList(store.people, toPerson, {
  Joined: (person) => person.createdAt,
  Name: (person) => person.displayName,
  Username: (person) => person.username,
  Email: (person) => person.email,
  Role: (person) => person.role,
  "Last seen": (person) => person.lastSeenAt,
  Suspended: (person) => person.suspendedAt,
  "Suspension reason": (person) => person.suspendedReason,
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
export function changeRole(
  deps: Deps,
  staff: Principal,
  id: number,
  change: { role: Exclude<Role, "guest">; reason: string },
): Promise<PersonDetail> {
  return changePerson(deps, staff, id, judgeRoleChange, async (tx, row) => {
    if (row.role === change.role) return;
    await store.setRole(tx, id, change.role);
    await emitChange(deps, tx, {
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
 * Suspends a person: all of their sessions end at once, and they can't sign in.
 *
 * @throws AppError `not_found` | `not_allowed` | `last_admin`
 */
export function suspendPerson(deps: Deps, staff: Principal, id: number, reason: string): Promise<PersonDetail> {
  return changePerson(deps, staff, id, judgeSuspension, async (tx, row) => {
    if (row.suspendedAt !== null) return;
    await store.setSuspended(tx, id, reason);
    await endSessionsOf(tx, id);
    const after = { suspended: true, sessionsEnded: row.sessionCount };
    await emitChange(deps, tx, { staff, personId: id, action: "person.suspended", before: {}, after, reason });
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
    await store.setSuspended(tx, id, null);
    const before = { suspendedAt: row.suspendedAt.toISOString(), reason: row.suspendedReason };
    await emitChange(deps, tx, { staff, personId: id, action: "person.unsuspended", before, after: {}, reason });
  });
}

/**
 * The owner of tickets for an address: the account that confirmed it, or else a new guest that nobody is signed in as.
 */
export async function findOrAddOwner(tx: Tx, guest: { name: string; email: string }): Promise<number> {
  const known = await store.findByAddress(tx, guest.email);
  if (known !== undefined) return known;
  return store.insertSilentGuest(
    tx,
    guestUsername(randomCode(10).toLowerCase()),
    [...guest.name].slice(0, 60).join(""),
  );
}
