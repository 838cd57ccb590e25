/** True for the long form: `npm run faults -- --full`, `npm test -- --full`. */
export const isFull = process.env.TEST_FULL === "1";

/** True if the run is about part of a title: set by vitest.config.ts. */
export const isByTitle = process.env.TEST_BY_TITLE === "1";

/** The only file of crash flows that this run of `npm run faults -- --full` is about. */
export const crashFile = process.env.FAULTS_CRASH_FILE;

/** True in `npm run faults`, long form or not. */
export const showsProgress = process.env.FAULTS_PROGRESS === "1";
let lastAt = 0;

/** Reports the progress of a long run, at most once a second and at its end. Only in `npm run faults`. */
export function report(
  what: string,
  { done, of, unit, violations }: { done: number; of: number; unit: string; violations: number },
): void {
  if (!showsProgress || (done < of && Date.now() - lastAt < 1000)) return;
  lastAt = Date.now();
  process.stdout.write(`  ${what}: ${done} of ${of} ${unit}, ${violations} violations\n`);
}
