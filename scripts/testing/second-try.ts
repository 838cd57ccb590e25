import type { Failure } from "./outcome.ts";

/** A run with more unsteady tests than this fails: one may lose a race against a busy machine, several are our fault. */
export const mostUnsteady = 3;

/** More failures than this are no coincidence: nothing is retried. */
export const mostTries = 10;

/**
 * Tests of races, faults and invariants prove what happens once in a thousand runs, so their failures count at once.
 */
const onceOnly = {
  file: /^tests\/(faults|invariants)\/|rush|two-processes|coalescing|negative-controls|-crash\.test/,
  title:
    /negative control|^control:|\bat once\b|at the same (time|moment)|\brace|\bcrash|kill|in parallel|side by side/i,
  /** Invariants, checked after a journey. */
  message: /What must always hold does not|must stay true/,
};

/** Whether a failed test may run once more, alone, and count as unsteady if it passes then. */
export function mayBeTriedAgain({ file, title = "", message }: Failure): boolean {
  return !onceOnly.file.test(file) && !onceOnly.title.test(title) && !onceOnly.message.test(message);
}

export interface Judgment {
  unsteady: Failure[];
  failed: Failure[];
}

/**
 * Reruns each failed test that may be rerun, one at a time and alone.
 *
 * @param runAlone whether the test passes then
 */
export async function tryAgain(
  failures: Failure[],
  runAlone: (failure: Failure) => Promise<boolean>,
): Promise<Judgment> {
  if (failures.length > mostTries) return { unsteady: [], failed: failures };
  const judgment: Judgment = { unsteady: [], failed: [] };
  for (const failure of failures)
    judgment[mayBeTriedAgain(failure) && (await runAlone(failure)) ? "unsteady" : "failed"].push(failure);
  return judgment;
}
