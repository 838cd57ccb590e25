import { shownAs } from "#server/platform/shown.ts";
import { ReconciliationRun } from "#contract/reconciliation/runs.ts";
import { recordAction } from "#server/modules/audit/index.ts";
import { insertDiscrepancies, type Payments, type ProviderMoney } from "#server/modules/payments/index.ts";
import { inTransaction } from "#server/platform/db/database.ts";
import { defineList } from "#server/platform/db/list.ts";
import type { Deps } from "#server/platform/deps.ts";
import type { Principal } from "#server/platform/http/principal.ts";
import { checkForDiscrepancies } from "../watch/service.ts";
import { allowTime } from "../watch/store.ts";
import * as store from "./store.ts";
import { nextSpan, progressOf } from "../rules.ts";

/** Lines of a provider's list that are stored at once. */
const linesAtOnce = 500;

const toReconciliationRun = (row: store.ReconciliationRunRow) =>
  shownAs(ReconciliationRun)({ ...row, progress: progressOf(row) });

/** Reconciliation runs with each provider. */
export const reconciliationRuns = defineList(store.reconciliationRuns, toReconciliationRun, {
  Started: "startedAt",
  "Started by": "startedBy",
  Provider: "provider",
  Day: "day",
  Charges: "charges",
  Refunds: "refunds",
  Disputes: "disputes",
  Discrepancies: "differences",
  Error: "error",
  Finished: "doneAt",
  ID: "id",
});

/**
 * Starts a reconciliation run with the provider in use, for the `money-run` job; if one is in progress, returns
 * that.
 */
export async function startReconciliationRun(
  deps: Deps,
  payments: Payments,
  staff: Principal,
): Promise<ReconciliationRun> {
  const { name } = payments.provider;
  const id = await inTransaction(deps.db, async (tx) => {
    const begun = await store.begin(tx, name, staff.id);
    if (begun !== undefined) {
      await recordAction(tx, {
        staff,
        action: "reconciliation_run.started",
        target: { kind: "reconciliation_run", id: begun },
      });
    }
    return begun;
  });
  deps.nudge("reconciliation");
  const row = id === undefined ? await store.findOpen(deps.db, name) : await store.findReconciliationRun(deps.db, id);
  // The run that was in progress just ended: return its result.
  return row === undefined ? (await reconciliationRuns.list(deps.db, {}, 1)).items[0]! : toReconciliationRun(row);
}

/**
 * Continues the due reconciliation run, span by span: every night with each provider, and whenever someone asks. An
 * interrupted run resumes at the last span; lines stored twice exist once.
 *
 * @returns true when there is more to do at once
 */
export async function continueReconciliationRun(deps: Deps, payments: Payments): Promise<boolean> {
  const known = (await store.findProviders(deps.db)).filter((name) => hasKeys(payments, name));
  await store.startNightlyRuns(deps.db, known);
  const run = await store.lease(deps.db);
  if (run === undefined) return false;
  try {
    await readAll(deps, payments, run);
    const whole = await inTransaction(deps.db, async (tx) => {
      await allowTime(tx);
      const differences = await store.findDifferences(tx, run.id);
      if (!(await store.finish(tx, run.id, differences.length))) return false;
      await insertDiscrepancies(tx, differences);
      return true;
    });
    if (whole) await checkForDiscrepancies(deps, run.day !== null);
    return true;
  } catch (error) {
    deps.log.warn({ err: error, runId: run.id }, "a reconciliation run stopped; it will resume");
    await store.recordError(deps.db, run.id, String(error));
    return false;
  }
}

async function readAll({ db }: Deps, payments: Payments, run: store.ReconciliationRunRow): Promise<void> {
  const provider = payments.providerOf(run.provider);
  let from = run.readUntil;
  for (let span = nextSpan(from, run.until); span !== undefined; span = nextSpan(from, run.until)) {
    let lines: ProviderMoney[] = [];
    for await (const line of provider.listMoney(span)) {
      lines.push({ ...line, paymentId: ownId(line.paymentId), refundId: ownId(line.refundId) });
      if (lines.length < linesAtOnce) continue;
      await store.storeLines(db, run, lines);
      lines = [];
    }
    if (lines.length > 0) await store.storeLines(db, run, lines);
    await store.recordRead(db, run.id, span.to);
    from = span.to;
  }
}

function hasKeys(payments: Payments, name: store.ProviderName): boolean {
  try {
    return payments.providerOf(name) !== undefined;
  } catch {
    return false;
  }
}

/** The id that a provider stores for us could be anything that someone entered there. */
const ownId = (id: string | null) => (id !== null && /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i.test(id) ? id : null);
