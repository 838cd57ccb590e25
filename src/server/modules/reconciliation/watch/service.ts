import {
  claimUnalertedDiscrepancies,
  closeGoneDiscrepancies,
  insertDiscrepancies,
  lockDiscrepancies,
  type NewDiscrepancy,
} from "#server/modules/payments/index.ts";
import { inTransaction, type Tx } from "#server/platform/db/database.ts";
import type { Deps } from "#server/platform/deps.ts";
import * as store from "./store.ts";

/** How many days back each check goes; once a night it covers everything. */
const recentDays = 3;

/**
 * Checks the ledger for money that doesn't add up: opens a discrepancy for each cause and resolves those whose cause is
 * gone. Safe to run on several nodes at once: one cause keeps one discrepancy open.
 *
 * @param whole checks everything, however old, instead of the last days and what is open
 */
export async function checkForDiscrepancies(deps: Deps, whole = false): Promise<void> {
  const { db, log } = deps;
  // Reading whole tables is slow, and nobody should wait for it: suspects are checked again below.
  const suspects = whole ? await inTransaction(db, findSuspects) : [];
  const { opened, gone } = await inTransaction(db, async (tx) => {
    await lockDiscrepancies(tx);
    const causes = await store.findCauses(tx, { days: recentDays, suspects });
    const closed = await closeGoneDiscrepancies(tx, store.watchedKinds, causes);
    const fresh = await insertDiscrepancies(tx, causes);
    await alertStaff(deps, tx);
    await store.recordJobRun(tx);
    return { opened: fresh, gone: closed };
  });
  if (opened > 0) log.error({ opened }, "money doesn't add up: see Discrepancies in the admin area");
  if (gone > 0) log.info({ gone }, "money adds up again");
}

/**
 * Emails staff about discrepancies that they weren't told about. One email covers all, and after it the next waits four
 * minutes: staff who were just told look at the admin page, which shows newer ones.
 */
async function alertStaff({ bus }: Deps, tx: Tx): Promise<void> {
  const discrepancyIds = await claimUnalertedDiscrepancies(tx);
  if (discrepancyIds.length === 0) return;
  await bus.emit(tx, "money.discrepancies_found", [{ discrepancyIds }]);
}

async function findSuspects(tx: Tx): Promise<NewDiscrepancy[]> {
  await store.allowTime(tx);
  return store.findCauses(tx, { days: undefined, suspects: [] });
}
