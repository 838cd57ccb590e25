import { Grant, type GrantDraft } from "#contract/grants/grants.ts";
import { recordAction } from "#server/modules/audit/index.ts";
import { AppError, fieldError, requireFound } from "#server/platform/app-error.ts";
import { inTransaction, type Queryable, type Tx } from "#server/platform/db/database.ts";
import { defineList } from "#server/platform/db/list.ts";
import type { Deps } from "#server/platform/deps.ts";
import type { Principal } from "#server/platform/http/principal.ts";
import { shownAs } from "#server/platform/shown.ts";
import * as store from "./store.ts";

/** All grants, the newest first. */
export const grantList = defineList(store.grantRows, shownAs(Grant), {});

/** One grant; undefined for an unknown id. */
export const findGrant = async (db: Queryable, id: number): Promise<Grant | undefined> =>
  (await grantList.list(db, { id })).items[0];
const getGrant = async (db: Queryable, id: number): Promise<Grant> => (await findGrant(db, id))!;

/**
 * Gives someone a right, from their next request on. The activity log records it, and every admin gets an email.
 *
 * Safe under concurrency: the person is locked, and one of two who give the same is refused.
 *
 * @throws AppError `not_found` | `not_allowed` for a guest | `already_exists`
 */
export function createGrant(deps: Deps, staff: Principal, draft: GrantDraft): Promise<Grant> {
  return inTransaction(deps.db, async (tx) => {
    const person = requireFound(await store.lockPerson(tx, draft.userId));
    if (person.isGuest) {
      throw new AppError("not_allowed", {
        message: "Guests can't have staff permissions. Ask them to create an account first.",
      });
    }
    if (!(await store.findNamed(tx, draft)).isFound) throw new AppError("not_found");
    requireFuture(draft.endsAt, await store.readClock(tx));
    const id = await store.insertGrant(tx, draft, staff.id);
    if (id === undefined) throw new AppError("already_exists", { message: "They already have this permission" });
    return announce(deps, tx, { staff, id, action: "grant.created" });
  });
}

/**
 * Changes until when a grant counts; null: until someone revokes it.
 *
 * @throws AppError `not_found` | `status_final` for one that is over
 */
export function changeGrant(deps: Deps, staff: Principal, id: number, endsAt: string | null): Promise<Grant> {
  return inTransaction(deps.db, async (tx) => {
    const former = requireFound(await store.lockGrant(tx, id));
    if (!former.isActive)
      throw new AppError("status_final", { message: "This permission has ended. Create a new one." });
    requireFuture(endsAt, former.now);
    const formerEnd = former.endsAt?.toISOString() ?? null;
    if (formerEnd === (endsAt === null ? null : new Date(endsAt).toISOString())) return getGrant(tx, id);
    await store.setEnd(tx, id, endsAt);
    return announce(deps, tx, { staff, id, action: "grant.changed", before: { endsAt: formerEnd } });
  });
}

/**
 * Ends a grant at once: every node reads grants from the database for each request. One that is over stays as it is.
 *
 * @throws AppError `not_found`
 */
export function revokeGrant(deps: Deps, staff: Principal, id: number): Promise<Grant> {
  return inTransaction(deps.db, async (tx) => {
    const { isActive } = requireFound(await store.lockGrant(tx, id));
    if (!isActive) return getGrant(tx, id);
    await store.setRevoked(tx, id, staff.id);
    return announce(deps, tx, { staff, id, action: "grant.ended" });
  });
}

/**
 * Has live connections of people whose grants ended by themselves look again at what they may read. Requests don't wait
 * for it: for them a grant is over at its time.
 */
export async function endGrants({ db, realtime }: Deps): Promise<void> {
  await inTransaction(db, async (tx) => {
    for (const userId of await store.closeEnded(tx)) await realtime.recheckPerson(tx, userId);
  });
}

function requireFuture(endsAt: string | null, now: Date): void {
  if (endsAt !== null && new Date(endsAt) <= now) throw fieldError("endsAt", "Choose a time in the future");
}

/** What admins do with grants. */
export type GrantAction = "grant.created" | "grant.changed" | "grant.ended";

/** Who changed which grant, and how. */
interface Change {
  staff: Principal;
  id: number;
  action: GrantAction;
  before?: Record<string, unknown>;
}

/** Records a change, alerts the admins, and has the person's live connections look again at what they may read. */
async function announce({ bus, realtime }: Deps, tx: Tx, { staff, id, action, before }: Change): Promise<Grant> {
  const grant = await getGrant(tx, id);
  const { person, kind, event, host, promoter, endsAt } = grant;
  const after = { permission: kind, event: event?.name, host: host?.name, promoter: promoter?.name, endsAt };
  await recordAction(tx, { staff, action, target: { kind: "person", id: String(person.id) }, before, after });
  await bus.emit(tx, "grant.changed", [{ grant, action, staffName: staff.displayName }]);
  await realtime.recheckPerson(tx, person.id);
  return grant;
}
