import { invariants } from "#db/invariants.ts";
import type { Invariant } from "#db/invariants/invariant.ts";
import type { InvariantCheck } from "#contract/invariants.ts";
import { inTransaction, type Queryable } from "#server/platform/db/database.ts";
import type { Deps } from "#server/platform/deps.ts";
import { pace, restAfter, stateOf } from "./rules.ts";
import * as store from "./store.ts";

/**
 * Looks whether everything holds that always must: those invariants that are due, in one read-only snapshot, each within
 * its budget, and one of those that need more than that, on one processor. One node looks at a time. What is newly broken is
 * logged as an error; the state is kept for `/readyz`, `/metrics` and the desk.
 *
 * @returns true when some of the quick ones are left for another round at once
 */
export async function checkInvariants(
  { db, log }: Pick<Deps, "db" | "log">,
  of: readonly Invariant[] = invariants,
  { budgetMs, patientBudgetMs, roundMs } = pace,
): Promise<boolean> {
  const findings: store.Finding[] = [];
  let left = 0;
  await db
    .transaction()
    .setIsolationLevel("repeatable read")
    .setAccessMode("read only")
    .execute(async (tx) => {
      if (!(await store.takeTurn(tx))) return;
      const ids = of.map(({ id }) => id);
      const due = await store.findDue(tx, ids, budgetMs);
      const quick = due.filter(({ isSlow }) => !isSlow);
      const slow = due.find(({ isSlow }) => isSlow);
      left = quick.length;
      const look = async (id: string, budget: number) =>
        findings.push(
          await store.look(
            tx,
            of.find((invariant) => invariant.id === id)!,
            budget,
          ),
        );
      const until = performance.now() + roundMs;
      for (const { id } of quick) {
        if (performance.now() > until) return;
        await look(id, budgetMs);
        left--;
      }
      if (slow) await look(slow.id, patientBudgetMs);
    });
  if (findings.length === 0) return false;
  const news = await inTransaction(db, (tx) =>
    store.keepFindings(
      tx,
      findings.map((finding) => ({ ...finding, restMs: restAfter(finding) })),
      of.map(({ id }) => id),
    ),
  );
  for (const { id, holds, rowCount } of news)
    log.error({ invariant: id, rowCount }, `what must hold does not: ${holds}`);
  for (const { id, tookMs } of findings.filter(({ outcome }) => outcome === "failed")) {
    log.error({ invariant: id, tookMs }, "an invariant could not be looked at");
  }
  return left > 0;
}

/** How each invariant stood when the site last looked, what is broken first. */
export function findInvariantChecks(db: Queryable): Promise<InvariantCheck[]> {
  return store.findChecks(db);
}

/** What operators are told in short. */
export interface InvariantsState {
  /** `unknown` while some were not looked at, or could not be. */
  state: "sound" | "broken" | "unknown";
  broken: { id: string; holds: string; rowCount: number; since: string }[];
  /** Too slow for their budget, or not to be asked: nothing is known of them. */
  unchecked: string[];
  /** When the one was looked at that was not looked at for longest. */
  checkedSince: string | null;
}

/** Says in short how all stands. */
export function describeInvariants(checks: InvariantCheck[]): InvariantsState {
  return {
    state: stateOf(checks),
    broken: checks
      .filter(({ outcome }) => outcome === "broken")
      .map(({ id, holds, rowCount, brokenSince }) => ({ id, holds, rowCount, since: brokenSince! })),
    unchecked: checks.filter(({ outcome }) => outcome === "too_slow" || outcome === "failed").map(({ id }) => id),
    checkedSince: checks.map(({ checkedAt }) => checkedAt).toSorted()[0] ?? null,
  };
}
