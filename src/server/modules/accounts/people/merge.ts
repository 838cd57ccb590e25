import type { z } from "zod";
import type { MergePlan } from "#contract/person-records.ts";
import { inTransaction, type Queryable } from "#server/platform/db/database.ts";
import type { Deps } from "#server/platform/deps.ts";
import type { Principal } from "#server/platform/http/principal.ts";
import { forgetReplies } from "#server/platform/idempotency.ts";
import { randomCode } from "#server/platform/ids.ts";
import { anonymise, forgetLinks, forgetWaysIn } from "../deletion/store.ts";
import { deletedUsername } from "../rules.ts";
import { endSessionsOf } from "../session-store.ts";
import { refuseIf, emitChange } from "./change.ts";
import { requirePerson, toSubject } from "./show.ts";
import { judgeMerge } from "./rules.ts";
import { lockBoth } from "./store.ts";

type Plan = z.infer<typeof MergePlan>;

/**
 * What an account would get if a guest were merged into it. Changes nothing.
 *
 * @throws AppError `not_found` | `not_allowed`
 */
export async function planMerge(
  { db, personalRecords }: Pick<Deps, "db" | "personalRecords">,
  id: number,
  guestId: number,
): Promise<Plan> {
  return planIn({ personalRecords }, db, id, guestId);
}

async function planIn(
  { personalRecords }: Pick<Deps, "personalRecords">,
  db: Queryable,
  id: number,
  guestId: number,
): Promise<Plan> {
  const [account, guest] = [await requirePerson(db, id), await requirePerson(db, guestId)];
  refuseIf(judgeMerge(toSubject(account), toSubject(guest)));
  const { username, displayName, createdAt, sessionCount } = guest;
  return {
    guest: { id: guestId, username, displayName, createdAt: createdAt.toISOString() },
    moves: await personalRecords.countAll(db, guestId),
    sessionCount,
  };
}

/**
 * Moves everything that a guest has to an account: orders with their holds and payments, tickets, and other modules'
 * records. The guest's sessions end and the guest is gone. Prices, statuses and codes stay the same.
 *
 * Safe under concurrency: both rows are locked in id order, so a guest who registers at the same moment is either
 * merged first or refused as no longer a guest; of two merges of one guest, the second finds nobody.
 *
 * @throws AppError `not_found` | `not_allowed`
 */
export function mergeGuest(
  deps: Deps,
  staff: Principal,
  id: number,
  { guestId, reason }: { guestId: number; reason: string },
): Promise<Plan> {
  return inTransaction(deps.db, async (tx) => {
    await lockBoth(tx, id, guestId);
    const plan = await planIn(deps, tx, id, guestId);
    await deps.personalRecords.moveAll(tx, guestId, id);
    await endSessionsOf(tx, guestId);
    await forgetLinks(tx, guestId);
    await forgetWaysIn(tx, guestId);
    await forgetReplies(tx, guestId);
    await anonymise(tx, guestId, deletedUsername(randomCode(12).toLowerCase()));
    const moved = Object.fromEntries(plan.moves.map(({ name, count }) => [name, count]));
    await emitChange(deps, tx, {
      staff,
      personId: id,
      action: "person.merged",
      before: { guest: plan.guest.username, guestId },
      after: moved,
      reason,
    });
    return plan;
  });
}
