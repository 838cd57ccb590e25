import { invariants } from "#db/invariants.ts";
import type { Invariant } from "#db/invariants/invariant.ts";
import { exportInvariants, InvariantCheck, listInvariants } from "#contract/invariants.ts";
import { inTransaction, type Queryable } from "#server/platform/db/database.ts";
import { type Cells, fileOfPages } from "#server/platform/db/list.ts";
import { fileRoutes } from "#server/platform/http/file-routes.ts";
import type { Deps } from "#server/platform/deps.ts";
import { shownAs } from "#server/platform/shown.ts";
import { pace, restAfter, statusOf } from "./rules.ts";
import * as store from "./store.ts";
import { route, type RouteContext } from "#server/platform/http/route.ts";

const cells: Cells<InvariantCheck> = {
  Check: "holds",
  Name: "id",
  Result: "outcome",
  Rows: "rowCount",
  "Last run": "checkedAt",
  "Broken since": "brokenSince",
  Milliseconds: "tookMs",
};

/**
 * Checks the invariants that are due, in one read-only snapshot, each within its time limit, plus one slow invariant,
 * all on one processor. One node checks at a time. Newly broken ones are logged as errors; the state is stored for
 * `/readyz`, `/metrics` and the admin area.
 *
 * @returns true when some quick ones are left for another round at once
 */
export async function checkInvariants(
  { db, log }: Deps,
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
      if (!(await store.lockChecks(tx))) return;
      const ids = of.map(({ id }) => id);
      const due = await store.findDue(tx, ids, budgetMs);
      const quick = due.filter(({ isSlow }) => !isSlow);
      const slow = due.find(({ isSlow }) => isSlow);
      left = quick.length;
      const runCheck = async (id: string, budget: number) =>
        findings.push(
          await store.runCheck(
            tx,
            of.find((invariant) => invariant.id === id)!,
            budget,
          ),
        );
      const until = performance.now() + roundMs;
      for (const { id } of quick) {
        if (performance.now() > until) return;
        await runCheck(id, budgetMs);
        left--;
      }
      if (slow) await runCheck(slow.id, patientBudgetMs);
    });
  if (findings.length === 0) return false;
  const news = await inTransaction(db, (tx) =>
    store.storeFindings(
      tx,
      findings.map((finding) => ({ ...finding, restMs: restAfter(finding) })),
      of.map(({ id }) => id),
    ),
  );
  for (const { id, holds, rowCount } of news)
    log.error({ invariant: id, rowCount }, `an invariant is broken: ${holds}`);
  for (const { id, tookMs } of findings.filter(({ outcome }) => outcome === "failed")) {
    log.error({ invariant: id, tookMs }, "couldn't check an invariant");
  }
  return left > 0;
}

/** The result of each invariant's last check, broken ones first. */
export const readInvariantChecks = async (db: Queryable): Promise<InvariantCheck[]> =>
  (await store.findInvariantChecks(db)).map(shownAs(InvariantCheck));

/** A short status for operators. */
interface InvariantsStatus {
  /** `unknown` while some were not checked, or couldn't be. */
  status: "sound" | "broken" | "unknown";
  broken: { id: string; holds: string; rowCount: number; since: string }[];
  /** Too slow for their time limit, or failed: nothing is known about them. */
  unchecked: string[];
  /** When the oldest of the latest checks was made. */
  checkedSince: string | null;
}

/** Sums up the checks. */
export function describeInvariants(checks: InvariantCheck[]): InvariantsStatus {
  return {
    status: statusOf(checks),
    broken: checks
      .filter(({ outcome }) => outcome === "broken")
      .map(({ id, holds, rowCount, brokenSince }) => ({ id, holds, rowCount, since: brokenSince! })),
    unchecked: checks.filter(({ outcome }) => outcome === "too_slow" || outcome === "failed").map(({ id }) => id),
    checkedSince: checks.map(({ checkedAt }) => checkedAt).toSorted()[0] ?? null,
  };
}

/** Routes for staff to read the site's own checks. */
export function invariantRoutes(context: RouteContext, { db }: Deps): void {
  route(context, listInvariants, async () => {
    const items = await readInvariantChecks(db);
    return { items, total: items.length, page: 1, pageSize: items.length };
  });
  fileRoutes(context, exportInvariants, "checks", () =>
    fileOfPages(async () => ({ items: await readInvariantChecks(db), nextCursor: null }), cells),
  );
}
