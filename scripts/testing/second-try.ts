import type { Failure } from "./outcome.ts";

/** A run with more unsteady tests than this fails: one may lose a race against a busy machine, several are our fault. */
export const maxUnsteady = 3;

/**
 * Tests of races, faults and invariants prove what happens once in a thousand runs, so their failures count at once.
 */
const onceOnly = {
  file: /^tests\/(faults|invariants)\/|rush|two-processes|coalescing|negative-controls|-crash\.test/,
  title:
    /negative control|^control:|\bat once\b|at the same (time|moment)|\brace|\bcrash|kill|in parallel|side by side/i,
  /** Invariants, checked after a journey; and properties, since another try draws other values. */
  message: /Broken invariants|Property failed after/,
};

/**
 * Whether a failed test may run once more, and counts as unsteady if it passes then.
 *
 * @param test its file, relative to the project's root, its full title, and what it failed with, if known
 */
export function mayRetry({ file, title = "", message = "" }: Partial<Failure> & Pick<Failure, "file">): boolean {
  return !onceOnly.file.test(file) && !onceOnly.title.test(title) && !onceOnly.message.test(message);
}
