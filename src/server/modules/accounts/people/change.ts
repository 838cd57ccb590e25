import type { PersonDetail } from "#contract/people.ts";
import { AppError } from "#server/platform/app-error.ts";
import { inTransaction, type Tx } from "#server/platform/db/database.ts";
import type { Deps } from "#server/platform/deps.ts";
import type { Principal } from "#server/platform/http/principal.ts";
import type { AccountChange } from "./facts.ts";
import type { Refusal, Subject } from "./rules.ts";
import { getPerson, requirePerson, toSubject } from "./show.ts";
import * as store from "./store.ts";
import type { PersonRow } from "./store.ts";

/**
 * Changes a person where the rules allow it, everything in one transaction.
 *
 * Safe under concurrency: the person and all admins are locked, so no two changes can leave the house without an admin.
 *
 * @throws AppError `not_found`, and what `judge` refuses with
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

/** Throws a refusal, if there is one. */
export function refuseIf(refusal: Refusal | undefined): void {
  if (refusal !== undefined) throw new AppError(refusal.code, { message: refusal.message });
}

/** Announces what staff changed; whoever keeps the log hears it in the same transaction. */
export function tellChange({ facts }: Deps, tx: Tx, change: AccountChange): Promise<void> {
  return facts.tell(tx, "account.changed_by_staff", [change]);
}
