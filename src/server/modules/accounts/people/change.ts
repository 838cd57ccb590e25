import type { PersonDetail } from "#contract/people.ts";
import { AppError } from "#server/platform/app-error.ts";
import { inTransaction, type Tx } from "#server/platform/db/database.ts";
import type { Deps } from "#server/platform/deps.ts";
import type { Principal } from "#server/platform/http/principal.ts";
import type { AccountChange } from "./domain-events.ts";
import type { Refusal, Subject } from "./rules.ts";
import { getPerson, requirePerson, toSubject } from "./show.ts";
import * as store from "./store.ts";
import type { PersonRow } from "./store.ts";

/**
 * Changes a person if the rules allow it, all in one transaction.
 *
 * Safe under concurrency: the person and all admins are locked, so no two changes can leave the site without an admin.
 *
 * @throws AppError `not_found`, and whatever `judge` refuses with
 */
export function changePerson(
  deps: Deps,
  staff: Principal,
  id: number,
  judge: (staffId: number, subject: Subject, otherAdmins: number) => Refusal | undefined,
  change: (tx: Tx, row: PersonRow) => Promise<void>,
): Promise<PersonDetail> {
  return inTransaction(deps.db, async (tx) => {
    await store.lockWithAdmins(tx, id);
    const row = await requirePerson(tx, id);
    refuseIf(judge(staff.id, toSubject(row), await store.countOtherAdmins(tx, id)));
    await change(tx, row);
    return getPerson(tx, staff, id);
  });
}

/** Throws the refusal, if there is one. */
export function refuseIf(refusal: Refusal | undefined): void {
  if (refusal !== undefined) throw new AppError(refusal.code, { message: refusal.message });
}

/** Emits what staff changed; the activity log records it in the same transaction. */
export function emitChange({ bus }: Deps, tx: Tx, change: AccountChange): Promise<void> {
  return bus.emit(tx, "account.changed_by_staff", [change]);
}
