import { getSettings } from "#server/modules/settings/index.ts";
import { inTransaction, type Database, type Tx } from "#server/platform/db/database.ts";
import * as sales from "./sales-store.ts";
import * as traffic from "./traffic-store.ts";

/**
 * Rolls up one day that has new rows. Safe on several nodes and to repeat: a day is counted anew from all of its rows,
 * however late they arrived.
 *
 * @param isUrgent someone waits for it: only what is quick
 * @returns true if a day was rolled up, so another one may wait
 */
export function rollUpTraffic(db: Database, isUrgent = false): Promise<boolean> {
  return inTransaction(db, async (tx) => {
    await traffic.allowLongStatements(tx);
    const due = await traffic.lockDueDay(tx, isUrgent);
    if (due === undefined) return false;
    const startedAt = performance.now();
    await traffic.rollUpDay(tx, due.day, await findStep(tx));
    await traffic.recordRolled(tx, due, performance.now() - startedAt);
    return true;
  });
}

/** Rolls up the sales of every hour in which an order changed. Safe on several nodes and to repeat. */
export function rollUpSales(db: Database): Promise<void> {
  return inTransaction(db, async (tx) => {
    await traffic.allowLongStatements(tx);
    if ((await sales.lockProgress(tx)) === undefined) return;
    await sales.rollUpSales(tx, await sales.findChangedHours(tx), await findStep(tx));
    await sales.recordProgress(tx);
  });
}

/** The step of the roll-ups, by the brand's zone. */
const findStep = async (tx: Tx) => traffic.findRollUpStep(tx, (await getSettings(tx)).defaultTimeZone);

/** At most this often, panels look for what isn't rolled up yet. */
const freshMs = 1000;

/** Brings roll-ups up to date before someone reads them, if that is quick; callers at the same time share the work. */
export function createFreshener(db: Database, flush: () => Promise<void>): () => Promise<void> {
  let last: { at: number; done: Promise<void> } | undefined;
  let isSlow = false;
  async function freshen(): Promise<void> {
    await flush();
    for (let days = 0; days < 2 && (await rollUpTraffic(db, true)); days++);
    if (isSlow) return;
    const startedAt = performance.now();
    await rollUpSales(db);
    isSlow = performance.now() - startedAt > 300;
  }
  return () => {
    if (last === undefined || performance.now() - last.at > freshMs) {
      last = { at: performance.now(), done: freshen() };
    }
    return last.done;
  };
}
