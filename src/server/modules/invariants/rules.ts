import type { InvariantCheck } from "#contract/invariants.ts";

/** How the site looks after itself, and what that may cost. Times in milliseconds. */
export const pace = {
  /** The sweep comes round this often; what is quick is looked at each time. */
  everyMs: 60_000,
  /** What a query of an ordinary look may take. One that is cut off is looked at with patience in the next round. */
  budgetMs: 2_000,
  /** What a query may take that ran over the budget last: one of these in a round. It is cut off and too slow after that. */
  patientBudgetMs: 30_000,
  /** One round ends after this much, and the next goes on with the rest. */
  roundMs: 10_000,
  /** A query rests this many times as long as it took, so that each has at most a fifth of a per cent of one processor. */
  restFactor: 500,
  /** But no longer than this: what is told is never older than a few hours. */
  longestRestMs: 7_200_000,
};

/** When an invariant is looked at again, in milliseconds from now. */
export function restAfter({ outcome, tookMs }: Pick<InvariantCheck, "outcome" | "tookMs">): number {
  // A little less than the sweep's own pace, or the quick ones would miss every other round.
  const nextRound = pace.everyMs * 0.9;
  if (outcome === "failed") return pace.longestRestMs;
  if (outcome === "too_slow" && tookMs < pace.patientBudgetMs * 0.9) return nextRound;
  return Math.min(pace.longestRestMs, Math.max(nextRound, tookMs * pace.restFactor));
}

/** What is said in a word: broken when one is, unknown when nothing is known of some, sound otherwise. */
export function stateOf(checks: Pick<InvariantCheck, "outcome">[]): "sound" | "broken" | "unknown" {
  if (checks.some(({ outcome }) => outcome === "broken")) return "broken";
  return checks.every(({ outcome }) => outcome === "holds") && checks.length > 0 ? "sound" : "unknown";
}
