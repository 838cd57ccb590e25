import type { Metric } from "#server/platform/metrics.ts";
import type { InvariantCheck } from "#contract/invariants.ts";

/** How the site checks itself, and what that may cost. Times in milliseconds. */
export const pace = {
  /** The job runs this often; quick checks run each time. */
  everyMs: 60_000,
  /** Time limit of a query in an ordinary check. A query that hits it gets more time in the next round. */
  budgetMs: 2_000,
  /**
   * Time limit of a query that hit the limit before: one of these per round. A query that hits this one too is too
   * slow.
   */
  patientBudgetMs: 30_000,
  /** A round ends after this time, and the next continues with the rest. */
  roundMs: 10_000,
  /** A query rests this many times as long as it took, so that each uses at most 0.2% of one processor. */
  restFactor: 500,
  /** The longest rest: a result is never older than a few hours. */
  longestRestMs: 7_200_000,
};

/** When an invariant is checked again, in milliseconds from now. */
export function restAfter({ outcome, tookMs }: Pick<InvariantCheck, "outcome" | "tookMs">): number {
  // Slightly less than the job's own interval, or the quick ones would miss every other round.
  const nextRound = pace.everyMs * 0.9;
  if (outcome === "failed") return pace.longestRestMs;
  if (outcome === "too_slow" && tookMs < pace.patientBudgetMs * 0.9) return nextRound;
  return Math.min(pace.longestRestMs, Math.max(nextRound, tookMs * pace.restFactor));
}

/** The overall state: broken when one is, unknown when some have no result, sound otherwise. */
export function statusOf(checks: Pick<InvariantCheck, "outcome">[]): "sound" | "broken" | "unknown" {
  if (checks.some(({ outcome }) => outcome === "broken")) return "broken";
  return checks.every(({ outcome }) => outcome === "holds") && checks.length > 0 ? "sound" : "unknown";
}

/** The checks as metrics, one value for each invariant. */
export function invariantMetrics(checks: InvariantCheck[]): Metric[] {
  const gauge = (name: string, help: string, valueOf: (check: InvariantCheck) => number): Metric => ({
    name,
    help,
    values: checks.map((check) => ({ labels: { id: check.id }, value: valueOf(check) })),
  });
  return [
    gauge("invariant_violations", "Rows that violate an invariant, counted up to 1,000", (check) => check.rowCount),
    gauge("invariant_unchecked", "1 if the last check was too slow or failed", ({ outcome }) =>
      outcome === "too_slow" || outcome === "failed" ? 1 : 0,
    ),
    gauge(
      "invariant_checked_timestamp_seconds",
      "When it was last checked",
      ({ checkedAt }) => Date.parse(checkedAt) / 1000,
    ),
  ];
}
