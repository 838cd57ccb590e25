import { Restriction, RestrictionScope } from "#contract/restrictions.ts";
import type { Queryable, Tx } from "#server/platform/db/database.ts";
import type { Deps } from "#server/platform/deps.ts";
import type { DomainEventMap } from "#server/platform/domain-events.ts";
import { hasRole, type Principal } from "#server/platform/http/principal.ts";
import { shownAs } from "#server/platform/shown.ts";
import { account, findStrictest, statusOf, type Place } from "./rules.ts";
import * as store from "./store.ts";

/**
 * Keeps someone out of a place, in the caller's transaction, which decided that it may. One that they have there is
 * replaced. The time starts now by the database's clock.
 *
 * Safe under concurrency: the person is locked until the transaction ends, so two moderators take turns.
 *
 * @returns the restriction's id
 */
export async function restrict(tx: Tx, wish: store.NewRestriction): Promise<number> {
  const { userId, place, by } = wish;
  const former = await lift(tx, { userId, place, by });
  return store.insert(tx, wish, former ?? null);
}

/** Whose restriction ends, where, and who ends it. */
interface Lifted {
  userId: number;
  place: Place;
  by: number;
}

/**
 * Lets someone into a place again, in the caller's transaction. What was replaced there stays over. The person is locked
 * as by `restrict`.
 *
 * @returns the id of the restriction that this ended; undefined if there was none
 */
export async function lift(tx: Tx, { userId, place, by }: Lifted): Promise<number | undefined> {
  await store.lockPerson(tx, userId);
  const open = await store.findOpen(tx, userId, place);
  if (open !== undefined) await store.setLifted(tx, open.id, by);
  return open?.id;
}

/**
 * Undoes a restriction, in the caller's transaction: what it replaced holds again, unless its time is over. With `id`
 * only that one: if a newer one is there, or it was lifted, what holds doesn't change, and undoing the newer one doesn't
 * bring it back. The person is locked as by `restrict`.
 *
 * @returns whether it held
 */
export async function undo(tx: Tx, { userId, place, by, id }: Lifted & { id?: number }): Promise<boolean> {
  await store.lockPerson(tx, userId);
  const open = await store.findOpen(tx, userId, place);
  if (id !== undefined && open?.id !== id) await store.skip(tx, id);
  if (open === undefined || (id !== undefined && open.id !== id)) return false;
  await store.setLifted(tx, open.id, by);
  if (open.replacedId !== null) await store.reopen(tx, open.replacedId);
  return true;
}

/** The strictest restriction that keeps someone out of a place now, by the database's clock; undefined if none does. */
export async function findActive(db: Queryable, userId: number, place: Place): Promise<store.OpenRow | undefined> {
  const open = await store.findAllOpen(db, userId);
  return open[0] && findStrictest(open, place, open[0].now);
}

const toRestriction = shownAs(Restriction);

/**
 * What keeps a person out and what did: active ones first, then the newest. Admins see all, other staff those of chat and
 * the community.
 */
export async function findHistory(deps: Deps, staff: Principal, userId: number): Promise<Restriction[]> {
  const scopes = RestrictionScope.options.filter((scope) => scope !== "account" || hasRole(staff, "admin"));
  const rows = await store.findHistory(deps.db, userId, scopes);
  const names = await nameRooms(
    deps,
    rows.flatMap(({ roomId }) => roomId ?? []),
  );
  return rows.map((row) =>
    toRestriction({ ...row, status: statusOf(row, row.now), roomName: names.get(String(row.roomId)) ?? null }),
  );
}

/** What chat rooms are called, by their ids. Chat is a later module. */
async function nameRooms({ db, contributed }: Deps, ids: number[]): Promise<Map<string, string>> {
  const nameThem = contributed("targetNames").flatMap((namers) => namers["chat_room"] ?? [])[0];
  const names = ids.length === 0 ? [] : ((await nameThem?.(db, ids.map(String))) ?? []);
  return new Map(names.map(({ id, name }) => [String(id), name]));
}

/** Records that staff suspended an account or let it sign in again, in the transaction that did it. */
export async function onAccountChanged(tx: Tx, changes: DomainEventMap["account.changed_by_staff"][]): Promise<void> {
  for (const { action, personId: userId, staff, reason } of changes) {
    const by = staff.id;
    if (action === "person.suspended") await restrict(tx, { userId, place: account, seconds: null, reason, by });
    if (action === "person.unsuspended") await lift(tx, { userId, place: account, by });
  }
}
