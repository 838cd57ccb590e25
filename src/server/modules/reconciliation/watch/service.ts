import { insertExceptions, type NewException } from "#server/modules/payments/index.ts";
import { inTransaction, type Tx } from "#server/platform/db/database.ts";
import type { Deps } from "#server/platform/deps.ts";
import * as store from "./store.ts";

type Look = Pick<Deps, "db" | "log" | "facts" | "nudge">;

/** Days back to which each look goes; once a night the look goes through everything. */
const recentDays = 3;

/**
 * Looks through the books for money that does not add up: opens an exception for each cause and settles those whose cause
 * is gone. Safe to run on several nodes at once: one cause keeps one exception open.
 *
 * @param whole through everything, however long ago, instead of the last days and what is open
 */
export async function lookThroughBooks(deps: Look, whole = false): Promise<void> {
  const { db, log } = deps;
  // Reading whole tables takes its time, and nobody is to wait for it: what is found is looked at once more below.
  const suspects = whole ? await inTransaction(db, (tx) => lookFar(tx)) : [];
  const { opened, gone } = await inTransaction(db, async (tx) => {
    await store.lockExceptions(tx);
    const causes = await store.findCauses(tx, { days: recentDays, suspects });
    const closed = await store.closeGone(tx, causes);
    const fresh = await insertExceptions(tx, causes);
    await tellStaff(deps, tx);
    await store.noteLook(tx);
    return { opened: fresh, gone: closed };
  });
  if (opened > 0) log.error({ opened }, "money does not add up: see the desk's exceptions");
  if (gone > 0) log.info({ gone }, "money adds up again");
}

/**
 * Has staff written to about exceptions that they were not told of. One mail tells of all, and after a mail the next waits
 * for four minutes: whoever was told a moment ago looks at the desk, which shows what came since.
 */
async function tellStaff({ facts, nudge }: Look, tx: Tx): Promise<void> {
  const exceptionIds = await store.claimUntold(tx);
  if (exceptionIds.length === 0) return;
  await facts.tell(tx, "money.exceptions_found", [{ exceptionIds }]);
  nudge("mail");
}

async function lookFar(tx: Tx): Promise<NewException[]> {
  await store.allowTime(tx);
  return store.findCauses(tx, { days: undefined, suspects: [] });
}
