import type { Failure } from "./outcome.ts";

/** A run with more unsteady tests than this is red: one may lose a race against a busy machine, several are our fault. */
export const mostUnsteady = 3;

/** More failures than this are no accident: nothing is tried again. */
export const mostTries = 10;

/** Races, faults and invariants prove what happens once in a thousand times: a failure of theirs counts at once. */
const onceOnly = {
  file: /^tests\/(faults|invariants)\/|rush|two-processes|coalescing|negative-controls|-crash\.test/,
  title:
    /negative control|^control:|\bat once\b|at the same (time|moment)|\brace|\bcrash|kill|in parallel|side by side/i,
  /** What must always hold, looked at after a journey. */
  message: /What must always hold does not|must stay true/,
};

/** Whether a failed test may be run once more, alone, and be called unsteady where it passes then. */
export function mayBeTriedAgain({ file, title = "", message }: Failure): boolean {
  return !onceOnly.file.test(file) && !onceOnly.title.test(title) && !onceOnly.message.test(message);
}

export interface Judgment {
  unsteady: Failure[];
  failed: Failure[];
}

/**
 * Runs each failed test once more that may be, one after another and alone.
 *
 * @param runAlone whether it passes then
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
